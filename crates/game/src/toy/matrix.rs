//! What a matrix game is worth, by a linear program.

/// The value of a game in which one player chooses a row and the other, who pays, a column at the same time: the most that a mixture of rows
/// is sure to bring.
///
/// With all payoffs above zero the value is 1/Σy for the y ≥ 0 of the largest sum under A·y ≤ 1 [vonneumann1944, §17]. It is found by the
/// simplex method, by the rule of Bland [bland1977], which never runs in circles.
pub(super) fn value(payoffs: &[Vec<f64>]) -> f64 {
    let least = payoffs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let (rows, columns) = (payoffs.len(), payoffs[0].len());
    // one line for each row: its payoffs, its slack, the bound; below them the sum that is to grow
    let mut table: Vec<Vec<f64>> = payoffs
        .iter()
        .enumerate()
        .map(|(row, line)| {
            let slack = (0..rows).map(|other| f64::from(u8::from(other == row)));
            line.iter().map(|payoff| payoff - least + 1.0).chain(slack).chain([1.0]).collect()
        })
        .collect();
    table.push((0..columns + rows + 1).map(|place| if place < columns { -1.0 } else { 0.0 }).collect());
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    while let Some(column) = (0..columns + rows).find(|&place| table[rows][place] < -1e-12) {
        let ratio = |row: &usize| table[*row][columns + rows] / table[*row][column];
        let bounded = (0..rows).filter(|&row| table[row][column] > 1e-12);
        let row = bounded.min_by(|a, b| ratio(a).total_cmp(&ratio(b)).then(basis[*a].cmp(&basis[*b])));
        let row = row.expect("the sum is bounded, since all payoffs are above zero");
        basis[row] = column;
        pivot(&mut table, row, column);
    }
    1.0 / table[rows][columns + rows] + least - 1.0
}

/// Makes a column that of the unit vector of a row.
fn pivot(table: &mut [Vec<f64>], row: usize, column: usize) {
    let scale = table[row][column];
    table[row].iter_mut().for_each(|number| *number /= scale);
    let line = table[row].clone();
    for (_, other) in table.iter_mut().enumerate().filter(|&(place, _)| place != row) {
        let factor = other[column];
        other.iter_mut().zip(&line).for_each(|(number, pivot)| *number -= factor * pivot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn close(found: f64, exact: f64) {
        assert!((found - exact).abs() < 1e-9, "{found} instead of {exact}");
    }

    #[test]
    fn games_worked_out_by_hand() {
        close(value(&[vec![1.0, -1.0], vec![-1.0, 1.0]]), 0.0);
        // rock, paper, scissors
        close(value(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]]), 0.0);
        // no saddle point: (3·2 − 1·0)/(3 + 2 − 1 − 0) = 3/2
        close(value(&[vec![3.0, 1.0], vec![0.0, 2.0]]), 1.5);
        // 2 is the least of its row and the greatest of its column
        close(value(&[vec![2.0, 5.0], vec![1.0, 9.0]]), 2.0);
        close(value(&[vec![-7.0]]), -7.0);
    }

    /// Neither player can do better alone: the value of a matrix is less the value of the game as the other sees it.
    #[test]
    fn both_players_find_the_same_value() {
        let mut rng = Rng::new(7);
        for _ in 0..500 {
            let (rows, columns) = (1 + rng.index(5), 1 + rng.index(5));
            let matrix: Vec<Vec<f64>> =
                (0..rows).map(|_| (0..columns).map(|_| f64::from(rng.below(21)) - 10.0).collect()).collect();
            let turned: Vec<Vec<f64>> = (0..columns).map(|j| (0..rows).map(|i| -matrix[i][j]).collect()).collect();
            close(value(&matrix), -value(&turned));
        }
    }
}
