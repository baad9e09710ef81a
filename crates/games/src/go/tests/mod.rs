mod batch;
mod cells;
mod oracles;
mod rules;
mod slow;
mod twin;
