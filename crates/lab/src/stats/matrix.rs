//! The little linear algebra that a ranking needs: symmetric positive definite systems.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// The inverse of a symmetric positive definite matrix by Cholesky's decomposition; `None` if it is not one, to rounding.
    pub(super) fn inverse(&self) -> Option<Matrix> {
        let lower = self.cholesky()?;
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut x = vec![0.0; self.size];
            x[column] = 1.0;
            lower.solve_both(&mut x);
            x.into_iter().enumerate().for_each(|(row, value)| inverse.add(row, column, value));
        }
        Some(inverse)
    }

    /// Matrix times vector.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.cells.chunks(self.size.max(1)).map(row).collect()
    }

    /// Adds a multiple of another matrix.
    pub(super) fn add_scaled(&mut self, other: &Matrix, factor: f64) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, more)| *cell += factor * more);
    }

    /// Adds a multiple of v·vᵀ.
    pub(super) fn add_square(&mut self, vector: &[f64], factor: f64) {
        for (row, x) in vector.iter().enumerate() {
            vector.iter().enumerate().for_each(|(column, y)| self.add(row, column, factor * x * y));
        }
    }

    /// self·inner·self, both symmetric.
    pub(super) fn around(&self, inner: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for column in 0..self.size {
            let of_self: Vec<f64> = (0..self.size).map(|row| self.get(row, column)).collect();
            let cells = self.times(&inner.times(&of_self));
            cells.into_iter().enumerate().for_each(|(row, value)| product.add(row, column, value));
        }
        product
    }

    /// The lower triangle L with L·Lᵀ = self.
    fn cholesky(&self) -> Option<Matrix> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.get(row, k) * lower.get(column, k)).sum();
                let rest = self.get(row, column) - known;
                let value = if row == column { root(rest, self.get(row, row))? } else { rest / lower.get(column, column) };
                lower.add(row, column, value);
            }
        }
        Some(lower)
    }

    /// Solves L·Lᵀ·x = b in place, self being L.
    fn solve_both(&self, x: &mut [f64]) {
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self.get(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / self.get(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self.get(k, row) * x[k]).sum();
            x[row] = (x[row] - known) / self.get(row, row);
        }
    }
}

/// The pivot, unless it is lost in the rounding of the number it was subtracted from.
fn root(rest: f64, of: f64) -> Option<f64> {
    (rest > 1e-12 * of).then(|| rest.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        Matrix { size: rows.len(), cells: rows.concat() }
    }

    #[test]
    fn an_inverse_by_hand() {
        let inverse = matrix(&[&[4.0, 2.0], &[2.0, 3.0]]).inverse().unwrap();
        let expected = [3.0 / 8.0, -2.0 / 8.0, -2.0 / 8.0, 4.0 / 8.0];
        assert!(inverse.cells.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15));
        let product = inverse.times(&[8.0, 0.0]);
        assert!((product[0] - 3.0).abs() < 1e-14 && (product[1] + 2.0).abs() < 1e-14);
    }

    #[test]
    fn a_product_by_hand() {
        // [[2, 1], [1, 0]] around [[1, 2], [2, 4]] is [[2, 1], [1, 0]]·[[4, 1], [8, 2]] = [[16, 4], [4, 1]]
        let mut inner = matrix(&[&[0.0, 0.0], &[0.0, 2.0]]);
        inner.add_square(&[1.0, 2.0], 1.0);
        inner.add_scaled(&matrix(&[&[0.0, 0.0], &[0.0, 1.0]]), -2.0);
        let product = matrix(&[&[2.0, 1.0], &[1.0, 0.0]]).around(&inner);
        assert_eq!(product, matrix(&[&[16.0, 4.0], &[4.0, 1.0]]));
    }

    #[test]
    fn a_singular_or_indefinite_matrix_has_none() {
        assert_eq!(matrix(&[&[1.0, 1.0], &[1.0, 1.0]]).inverse(), None);
        assert_eq!(matrix(&[&[1.0, 2.0], &[2.0, 1.0]]).inverse(), None);
    }
}
