package io.metasched.service.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Field of a job, with its names in the formats of squeue and sacct. */
enum JobField {
  SHOWN_ID("JOBID", "i", "JobArrayID", "JobID", 12, JobLine::shownId),
  JOB_ID("JOBID", "A", "JobID", "JobIDRaw", 12, JobLine::number),
  ARRAY_JOB_ID("ARRAY_JOB_ID", "F", "ArrayJobID", "", 12, JobLine::arrayNumber),
  ARRAY_TASK_ID("ARRAY_TASK_ID", "K", "ArrayTaskID", "", 10, JobLine::index),
  NAME("NAME", "j", "Name", "JobName", 10, line -> line.job().spec().name()),
  USER("USER", "ug", "UserName GroupName", "User Group", 9, line -> line.view().user(line.job())),
  STATE_COMPACT("ST", "t", "StateCompact", "", 2, line -> line.state().compact()),
  STATE("STATE", "T", "State", "", 10, line -> line.state().name()),
  ACCOUNTED_STATE("STATE", "", "", "State", 10, JobLine::accountedState),
  ACCOUNT("ACCOUNT", "a", "Account", "Account", 10, line -> line.job().spec().account()),
  PARTITION("PARTITION", "P", "Partition", "Partition", 10, JobLine::partition),
  REASON("REASON", "r", "Reason", "Reason", 20, JobLine::reason),
  NODES_OR_REASON("NODELIST(REASON)", "R", "ReasonList", "", 20, JobLine::nodesOrReason),
  NODE_LIST("NODELIST", "NB", "NodeList BatchHost", "NodeList", 15, JobLine::nodes),
  NODES(
      "NODES",
      "D",
      "NumNodes",
      "NNodes AllocNodes ReqNodes",
      8,
      line -> String.valueOf(line.job().spec().nodes())),
  CPUS("CPUS", "Cc", "NumCPUs MinCpus", "AllocCPUS NCPUS ReqCPUS", 10, JobLine::cpus),
  TIME("TIME", "M", "TimeUsed", "", 10, JobLine::timeUsed),
  TIME_LIMIT("TIME_LIMIT", "l", "TimeLimit", "", 10, JobLine::timeLimit),
  TIME_LEFT("TIME_LEFT", "L", "TimeLeft", "", 10, JobLine::timeLeft),
  START_TIME("START_TIME", "S", "StartTime", "", 19, JobLine::startTime),
  END_TIME("END_TIME", "e", "EndTime", "", 19, JobLine::endTime),
  SUBMIT_TIME("SUBMIT_TIME", "V", "SubmitTime", "Submit Eligible", 19, JobLine::submitTime),
  COMMENT("COMMENT", "k", "Comment", "Comment", 14, line -> line.kept("comment")),
  WORK_DIR("WORK_DIR", "Z", "WorkDir", "WorkDir", 20, JobLine::workFolder),
  COMMAND("COMMAND", "o", "Command", "", 20, line -> line.kept("command")),
  STDOUT("STDOUT", "", "STDOUT", "", 20, JobLine::output),
  MEMORY("MIN_MEMORY", "m", "MinMemory", "ReqMem", 10, JobLine::memory),
  DEPENDENCY("DEPENDENCY", "E", "Dependency", "", 20, JobLine::dependencies),
  FEATURES("FEATURES", "f", "Feature", "Constraints", 15, JobLine::features),
  PRIORITY("PRIORITY", "Qp", "PriorityLong Priority", "Priority", 10, JobLine::priority),
  QOS("QOS", "q", "QOS", "QOS", 10, line -> "normal"),
  NICE("NICE", "y", "Nice", "", 5, line -> "0"),
  RESERVATION("RESERVATION", "v", "Reservation", "Reservation", 20, line -> ""),
  TRES("TRES_PER_NODE", "b", "tres-per-node", "AllocTRES ReqTRES", 13, line -> ""),
  CLUSTER("CLUSTER", "", "Cluster", "Cluster", 10, line -> ClientView.CLUSTER),
  START("START", "", "", "Start", 19, JobLine::accountedStart),
  END("END", "", "", "End", 19, JobLine::accountedEnd),
  ELAPSED("ELAPSED", "", "", "Elapsed", 10, JobLine::elapsed),
  ELAPSED_RAW(
      "ELAPSEDRAW", "", "", "ElapsedRaw", 10, line -> String.valueOf(line.used().toSeconds())),
  ACCOUNTED_LIMIT("TIMELIMIT", "", "", "Timelimit", 10, JobLine::accountedLimit),
  LIMIT_MINUTES("TIMELIMITRAW", "", "", "TimelimitRaw", 12, JobLine::limitMinutes),
  EXIT_CODE("EXITCODE", "", "", "ExitCode DerivedExitCode", 8, JobLine::exitCode),
  /** Quantities that the service does not measure. */
  UNMEASURED(
      "UNMEASURED",
      "",
      "",
      "MaxRSS AveRSS MaxVMSize AveVMSize TotalCPU UserCPU SystemCPU AveCPU CPUTimeRAW CPUTime"
          + " MaxDiskRead MaxDiskWrite NTasks SystemComment AdminComment WCKey Planned Reserved",
      10,
      line -> "");

  private final String header;
  private final String letters;
  private final int width;

  @SuppressWarnings("ImmutableEnumChecker") // created by List.of
  private final List<String> names;

  @SuppressWarnings("ImmutableEnumChecker") // created by List.of
  private final List<String> accounted;

  @SuppressWarnings("ImmutableEnumChecker") // keeps no state
  private final Function<JobLine, String> text;

  JobField(
      String header,
      String letters,
      String names,
      String accounted,
      int width,
      Function<JobLine, String> text) {
    this.header = header;
    this.letters = letters;
    this.names = words(names);
    this.accounted = words(accounted);
    this.width = width;
    this.text = text;
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }

  String header() {
    return header;
  }

  /** Returns the letters in the format of {@code squeue --format}. */
  String letters() {
    return letters;
  }

  /** Returns the names in the format of {@code squeue --Format}. */
  List<String> names() {
    return names;
  }

  /** Returns the names in the format of {@code sacct --format}. */
  List<String> accounted() {
    return accounted;
  }

  /** Returns the usual width of a column of sacct. */
  int width() {
    return width;
  }

  String text(JobLine line) {
    return text.apply(line);
  }

  static Optional<JobField> lettered(char letter) {
    return Arrays.stream(values()).filter(each -> each.letters.indexOf(letter) >= 0).findFirst();
  }

  /** Returns a field by one of its names, in any case. */
  static Optional<JobField> named(String name, Function<JobField, List<String>> names) {
    var word = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(
            each ->
                names.apply(each).stream()
                    .anyMatch(known -> known.toLowerCase(Locale.ROOT).equals(word)))
        .findFirst();
  }
}
