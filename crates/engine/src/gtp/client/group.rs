//! The process groups of outside programs: none is left behind when this process ends.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The groups that run.
struct Groups {
    running: Vec<Pid>,
    /// Whether this process is about to end, and no program is to be started any more.
    ending: bool,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups { running: Vec::new(), ending: false });

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program as the leader of a group.
pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    command.process_group(0);
    let mut groups = groups();
    if groups.ending {
        return Err(io::Error::other("this process is about to end"));
    }
    #[cfg(target_os = "linux")]
    let child = super::starter::spawn(command)?;
    #[cfg(not(target_os = "linux"))]
    let child = command.spawn()?;
    groups.running.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills the group of a program that is not reaped yet.
pub(super) fn kill(child: &mut Child) {
    let group = Pid::from_child(child);
    let mut groups = groups();
    groups.running.retain(|&other| other != group);
    // It fails only if there is nothing left to kill.
    let _ = kill_process_group(group, Signal::KILL);
}

/// Kills all groups; no program can be started any more.
pub(super) fn end_all() {
    let mut groups = groups();
    groups.ending = true;
    for group in groups.running.drain(..) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
