//! Programs that misbehave are little shell scripts.

use super::*;
use std::path::Path;

/// A program that carries out `script` with `$id` and `$name` for every command.
fn engine(script: &str) -> CommandLine {
    CommandLine::new("sh", ["-c", &format!("while read -r id name rest; do {script}\ndone")])
}

/// A program that answers every command, and does something else first if it is called `bad`.
fn engine_with(bad: &str) -> CommandLine {
    engine(&format!("if [ \"$name\" = bad ]; then {bad}\nelse printf '=%s %s %s\\n\\n' \"$id\" \"$name\" \"$rest\"; fi"))
}

fn start(line: CommandLine) -> Client {
    Client::start(line, ClientOptions { limit: Duration::from_secs(20), ..ClientOptions::default() }).unwrap()
}

/// What a program does when it is asked something bad after something good; it must be restartable.
fn fault(bad: &str) -> ClientError {
    let mut client = start(engine_with(bad));
    assert_eq!(client.send("good 1").unwrap(), "good 1");
    let error = client.send("bad").unwrap_err();
    assert!(error.fault.is_fatal() && !client.is_running(), "{error}");
    assert_eq!(client.send("good 2").unwrap_err().fault, Fault::Down);
    client.restart().unwrap();
    assert_eq!(client.send("good 3").unwrap(), "good 3");
    error
}

#[test]
fn answers_are_results_or_refusals() {
    let mut client = start(engine("printf '?%s no %s\\n\\n' \"$id\" \"$name\""));
    assert_eq!(client.send("genmove b").unwrap_err().fault, Fault::Refused("no genmove".into()));
    assert!(client.is_running());
    let error = client.send("quit").unwrap_err();
    assert!(error.to_string().ends_with(": quit: refused: no quit"), "{error}");
}

#[test]
fn answers_may_have_lines_carriage_returns_and_empty_lines_around_them() {
    let mut client = start(engine("printf '\\n\\n=%s\\r\\n a\\tb\\r\\n  \\nc\\001\\r\\n\\r\\n\\n\\n' \"$id\""));
    for _ in 0..3 {
        assert_eq!(client.send("board").unwrap(), "\n a b\n  \nc");
    }
}

#[test]
fn an_answer_may_come_in_pieces_and_slowly() {
    let mut client = start(engine("printf =; sleep 0.1; printf '%s o' \"$id\"; sleep 0.1; printf 'k\\n'; sleep 0.1; echo"));
    assert_eq!(client.send("x").unwrap(), "ok");
}

#[test]
fn a_crash_is_told_with_status_and_last_words() {
    let error = fault("echo 'no more memory' >&2; exit 3");
    let Fault::Crashed(Some(status)) = error.fault else { panic!("{error}") };
    assert_eq!(status.code(), Some(3));
    assert_eq!(error.stderr, "no more memory\n");
    assert!(error.to_string().ends_with("bad: ended without an answer (exit status: 3); its last words: no more memory"));
}

#[test]
fn a_death_by_a_signal_is_a_crash() {
    let error = fault("kill -SEGV $$");
    let Fault::Crashed(Some(status)) = error.fault else { panic!("{error}") };
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(11));
}

#[test]
fn an_end_between_two_commands_is_noticed_without_a_command() {
    let mut client = start(engine_with("printf '=%s bye\\n\\n' \"$id\"; exit 0"));
    assert!(client.is_running());
    assert_eq!(client.send("bad").unwrap(), "bye");
    let deadline = Instant::now() + Duration::from_secs(10);
    while client.is_running() {
        assert!(Instant::now() < deadline, "the end was not noticed");
        std::thread::sleep(Duration::from_millis(5));
    }
    client.restart().unwrap();
    assert_eq!(client.send("good").unwrap(), "good");
}

#[test]
fn a_crash_in_the_middle_of_an_answer_is_a_crash() {
    assert!(matches!(fault("printf '=%s half' \"$id\"; exit 0").fault, Fault::Crashed(Some(_))));
}

#[test]
fn a_crash_is_seen_at_once_even_if_a_child_keeps_the_pipes_open() {
    let begin = Instant::now();
    assert!(matches!(fault("sleep 1000 & exit 1").fault, Fault::Crashed(Some(_))));
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn closing_the_output_without_ending_is_a_crash_too() {
    assert_eq!(fault("exec 1>&-; sleep 1000").fault, Fault::Crashed(None));
}

#[test]
fn garbage_is_told_from_answers() {
    assert_eq!(fault("echo 'Segmentation fault?'; echo").fault, Fault::Garbage("Segmentation fault?".into()));
    assert_eq!(fault("printf '=%sE5\\n\\n' \"$id\"").fault, Fault::Garbage("=2E5".into()));
    let banner = CommandLine::new("sh", ["-c", "echo Welcome; sleep 1000"]);
    assert_eq!(start(banner).send("name").unwrap_err().fault, Fault::Garbage("Welcome".into()));
}

#[test]
fn what_comes_between_answers_is_garbage() {
    let mut client = start(engine_with("printf '=%s ok\\n\\nby the way\\n' \"$id\""));
    assert_eq!(client.send("bad").unwrap(), "ok");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(client.send("good").unwrap_err().fault, Fault::Garbage("by the way".into()));
}

#[test]
fn answers_to_other_commands_are_errors() {
    assert_eq!(fault("printf '=77 ok\\n\\n'").fault, Fault::WrongId { sent: 2, found: Some(77) });
    assert_eq!(fault("printf '= ok\\n\\n'").fault, Fault::WrongId { sent: 2, found: None });
}

#[test]
fn an_endless_answer_is_cut() {
    let options = ClientOptions { answer_bytes: 10_000, limit: Duration::from_secs(20), ..ClientOptions::default() };
    for flood in ["yes | tr -d '\\n'", "printf '=%s ' \"$id\"; yes", "yes ''"] {
        let mut client = Client::start(engine(flood), options.clone()).unwrap();
        assert_eq!(client.send("x").unwrap_err().fault, Fault::TooLong(10_000), "{flood}");
    }
}

#[test]
fn a_flood_on_standard_error_neither_blocks_nor_fills_the_memory() {
    let script = "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo END >&2; printf '=%s ok\\n\\n' \"$id\"";
    let options = ClientOptions { stderr_bytes: 1000, limit: Duration::from_secs(20), ..ClientOptions::default() };
    let mut client = Client::start(engine(script), options).unwrap();
    assert_eq!(client.send("x").unwrap(), "ok");
    client.restart().unwrap();
    assert_eq!(client.stderr(), "");
    assert_eq!(client.send("x").unwrap(), "ok");
    let _ = client.send("\n");
    client.bury();
    assert_eq!((client.stderr().len(), client.stderr().ends_with("xEND\n")), (1000, true));
}

#[test]
fn a_hang_is_ended_by_the_time_limit() {
    let mut client = start(engine_with("sleep 1000"));
    let begin = Instant::now();
    let limit = Duration::from_millis(200);
    let error = client.send_within("bad", limit).unwrap_err();
    assert_eq!(error.fault, Fault::Hung(limit));
    assert!(begin.elapsed() >= limit && begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert_eq!(client.send("good").unwrap_err().fault, Fault::Down);
}

#[test]
fn waiting_can_be_stopped() {
    let mut client = start(engine_with("sleep 1000"));
    let begin = Instant::now();
    let stopped = || begin.elapsed() > Duration::from_millis(100);
    let error = client.send_unless("bad", Duration::from_secs(100), &stopped).unwrap_err();
    assert_eq!((error.fault, client.is_running()), (Fault::Stopped, false));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn a_program_that_never_reads_is_ended_by_the_time_limit() {
    let mut client = start(CommandLine::new("sh", ["-c", "sleep 1000"]));
    let long = "x".repeat(1_000_000);
    assert!(matches!(client.send_within(&long, Duration::from_millis(300)).unwrap_err().fault, Fault::Hung(_)));
}

#[test]
fn a_time_limit_may_be_without_end() {
    assert_eq!(start(engine_with(":")).send_within("good", Duration::MAX).unwrap(), "good");
}

#[test]
fn what_is_no_command_is_not_sent() {
    let mut client = start(engine_with(":"));
    for command in ["", "  ", "a\nb", "a\r", "play b A1 # good"] {
        assert_eq!(client.send(command).unwrap_err().fault, Fault::NoCommand, "{command:?}");
    }
    assert_eq!(client.send("good").unwrap(), "good");
}

#[test]
fn a_program_that_does_not_exist_is_not_started() {
    let error = Client::start("/no/such/program --x".parse().unwrap(), ClientOptions::default()).err().unwrap();
    assert!(matches!(error.fault, Fault::NotStarted(_)));
    assert!(error.to_string().starts_with("/no/such/program --x: cannot be started: "), "{error}");
}

/// The state of a process: `None` if there is none.
fn state(pid: &str) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(stat.rsplit(") ").next()?[..1].to_string())
}

#[test]
fn dropping_kills_the_whole_group_and_leaves_no_zombie() {
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    let mut client = start(engine("sleep 1000 & printf '=%s %s %s\\n\\n' \"$id\" $$ $!"));
    let answer = client.send("pids").unwrap();
    let (leader, child) = answer.split_once(' ').unwrap();
    assert!(state(leader).is_some() && state(child).is_some());
    drop(client);
    assert_eq!(state(leader), None, "the program is reaped");
    let deadline = Instant::now() + Duration::from_secs(10);
    // The child now belongs to the init process, which reaps it when it likes.
    while state(child).is_some_and(|state| state != "Z") {
        assert!(Instant::now() < deadline, "the child of the program still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_fault_kills_and_reaps_at_once() {
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    let mut client = start(engine_with("sleep 1000"));
    let leader = client.process.as_ref().unwrap().id().to_string();
    assert!(state(&leader).is_some());
    client.send_within("bad", Duration::from_millis(50)).unwrap_err();
    assert_eq!(state(&leader), None);
}

#[test]
fn quitting_is_polite_first() {
    let limit = Duration::from_secs(20);
    assert_eq!(start(engine("printf '=%s\\n\\n' \"$id\"; exit 0")).quit(limit), Ok(()));
    assert_eq!(start(engine("exit 0")).quit(limit), Ok(()), "ending without an answer is fine");
    let error = start(engine("printf '=%s\\n\\n' \"$id\"")).quit(Duration::from_millis(300)).unwrap_err();
    assert_eq!(error.fault, Fault::Hung(Duration::from_millis(300)));
    assert!(matches!(start(engine("exit 1")).quit(limit).unwrap_err().fault, Fault::Crashed(_)));
}

#[test]
fn a_program_runs_in_the_folder_it_is_given() {
    let options = ClientOptions { directory: Some("/".into()), ..ClientOptions::default() };
    let mut client = Client::start(engine("printf '=%s %s\\n\\n' \"$id\" \"$PWD\""), options).unwrap();
    assert_eq!(client.send("pwd").unwrap(), "/");
}

#[test]
fn gnu_go_plays() {
    let places = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
    let Some(gnugo) = places.into_iter().find(|place| Path::new(place).exists()) else {
        eprintln!("GNU Go is not installed: nothing tested");
        return;
    };
    let mut client = start(CommandLine::new(gnugo, ["--mode", "gtp", "--level", "1", "--seed", "1"]));
    assert_eq!((client.send("name").unwrap().as_str(), client.knows("genmove")), ("GNU Go", Ok(true)));
    client.send("boardsize 5").unwrap();
    client.send("clear_board").unwrap();
    client.send("play black C3").unwrap();
    assert_eq!(client.send("play white C3").unwrap_err().fault, Fault::Refused("illegal move".into()));
    let answer = client.send("genmove white").unwrap();
    assert!(answer.len() == 2 || answer == "PASS" || answer == "resign", "{answer}");
    assert!(client.send("showboard").unwrap().contains("A B C D E"));
    client.quit(Duration::from_secs(20)).unwrap();
}
