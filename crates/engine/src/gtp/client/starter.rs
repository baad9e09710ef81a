//! Starting programs that Linux kills when this process is gone, however it went.
//!
//! The system goes by the thread that has started a program. So one thread starts all of them, and lives as long as this
//! process.

use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

type Order = (Command, Sender<io::Result<Child>>);

/// The thread, and the process it belongs to: a fork has the memory of its parent, but not its threads.
static STARTER: Mutex<Option<(u32, Sender<Order>)>> = Mutex::new(None);

pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    let parent = getpid();
    // SAFETY: between fork and exec only two system calls are made, nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // Whoever has died before cannot be noticed any more.
            if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        });
    }
    let gone = || io::Error::other("the thread that starts programs is gone");
    let (tell, told) = channel();
    starter()?.send((command, tell)).map_err(|_| gone())?;
    told.recv().map_err(|_| gone())?
}

fn starter() -> io::Result<Sender<Order>> {
    let mut starter = STARTER.lock().unwrap_or_else(PoisonError::into_inner);
    let here = std::process::id();
    if let Some((_, orders)) = starter.as_ref().filter(|(process, _)| *process == here) {
        return Ok(orders.clone());
    }
    let (sender, orders) = channel::<Order>();
    std::thread::Builder::new().name("starter".to_string()).spawn(move || {
        // Whoever has asked may have gone.
        orders.into_iter().for_each(|(mut command, tell)| drop(tell.send(command.spawn())));
    })?;
    *starter = Some((here, sender.clone()));
    Ok(sender)
}
