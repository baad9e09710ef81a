//! The numbers that need no check, against what a check would say.

use crate::go::cells::{At, PerString, StringId, Table};

fn every_point_has_its_neighbours_in_the_table<const STRIDE: usize, const CELLS: usize>() {
    let points: Vec<_> = (0..=u16::MAX).filter_map(At::<STRIDE, CELLS>::from_number).collect();
    for size in 0..STRIDE - 1 {
        for at in [At::new(size, size), At::new(0, size), At::new(size, 0)] {
            assert!(points.contains(&at));
        }
    }
    for at in points {
        let number = usize::from(at.number());
        assert!(number > STRIDE && number + STRIDE + 2 < CELLS);
        let string = StringId::<CELLS>::named(at, 7);
        assert_eq!(StringId::from_number(string.number()), string);
        assert_eq!(StringId::new(number, 7), string);
    }
}

#[test]
fn numbers_of_points_and_strings_are_in_range() {
    every_point_has_its_neighbours_in_the_table::<10, 112>();
    every_point_has_its_neighbours_in_the_table::<14, 212>();
    every_point_has_its_neighbours_in_the_table::<20, 422>();
    every_point_has_its_neighbours_in_the_table::<26, 704>();
}

#[test]
#[should_panic(expected = "named by a cell")]
fn a_string_that_no_cell_names_is_refused() {
    StringId::<112>::from_number(8 * 112);
}

#[test]
fn tables_hold_what_is_put_into_them() {
    let mut table = Table::<u16, 10, 112>::new(std::array::from_fn(|cell| cell as u16));
    let mut numbers = PerString::<112>::new([0, 1, 2, 3, 4, 5, 6, 7]);
    for at in (0..112).filter_map(At::from_number) {
        assert_eq!((table.get(at), table.beside(at)), (at.number(), at.neighbours()));
        for mark in 0..8 {
            let string = StringId::named(at, mark);
            assert_eq!((table.get_named(string), numbers.get(string)), (at.number(), mark));
            *numbers.get_mut(string) += 10;
            assert_eq!(numbers.get(string), mark + 10);
        }
        table.set(at, 500);
        assert_eq!(table.values()[usize::from(at.number())], 500);
        table.set_named(StringId::named(at, 0), at.number());
    }
    assert_eq!(table.values().to_vec(), (0..112).collect::<Vec<u16>>());
}

#[test]
fn the_eight_cells_around_a_point_change_and_no_others() {
    for at in (0..112).filter_map(At::<10, 112>::from_number) {
        let mut table = Table::new([100; 112]);
        table.change_around(at, 7, 30, u64::wrapping_add);
        let mut expected = [100; 112];
        for (row, column) in (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column))) {
            let cell = &mut expected[(i32::from(at.number()) + row * 10 + column) as usize];
            *cell += [0, 7, 30][(row * row + column * column) as usize];
        }
        assert_eq!(*table.values(), expected);
        table.change_around(at, 7, 30, u64::wrapping_sub);
        assert_eq!(*table.values(), [100; 112]);
    }
}
