package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Parser of the output of Slurm's commands into records. The output formats are set explicitly: the
 * names and meanings of their fields have been stable since Slurm 20.11, while the JSON output
 * changes with each version.
 */
final class SlurmText {
  /**
   * Fields of {@code sinfo -N -o}: node, state, partition, state and limit of the partition, CPUs,
   * MiB, reason.
   */
  static final List<String> NODE_FIELDS = List.of("%N", "%T", "%R", "%a", "%l", "%c", "%m", "%E");

  /** Fields of {@code squeue -O}. */
  static final List<String> JOB_FIELDS =
      List.of(
          "JobID",
          "State",
          "UserName",
          "Partition",
          "Reservation",
          "NodeList",
          "SchedNodes",
          "SubmitTime",
          "StartTime",
          "EndTime",
          "TimeLimit",
          "exit_code",
          "Reason",
          "Name",
          "Comment");

  /** Fields of {@code sacct -o}. */
  static final List<String> ACCOUNTED_FIELDS =
      List.of("JobIDRaw", "State", "User", "ExitCode", "Submit", "Start", "End", "JobName");

  private static final String NO_RESERVATIONS = "No reservations in the system";
  private static final int SIGNALS = 128; // low bits of a wait status; bit 7 is a core dump
  private static final int CODE_SHIFT = 8;
  private static final int HIGHEST_CODE = 255;

  private SlurmText() {}

  /** Parses the nodes of {@code sinfo}, which has a line for each node in each partition. */
  static List<SiteNode> nodes(String text, String mark) throws SlurmFailure {
    var nodes = new TreeMap<String, SiteNode>();
    for (var row : MarkedRows.parse(text, mark, NODE_FIELDS.size())) {
      var name = row.get(0).strip();
      var partition =
          new SitePartition(
              row.get(2).strip(), row.get(3).strip().equals("up"), SlurmTimes.duration(row.get(4)));
      var partitions = new ArrayList<SitePartition>();
      Optional.ofNullable(nodes.get(name)).map(SiteNode::partitions).ifPresent(partitions::addAll);
      partitions.add(partition);
      partitions.sort(Comparator.comparing(SitePartition::name));
      var reason = textOf(row.get(7));
      nodes.put(
          name,
          new SiteNode(
              name,
              SiteNodeState.parse(row.get(1)),
              SiteNodeState.isSilent(row.get(1)),
              reason.equals("none") ? "" : reason,
              (int) number(row.get(5), "number of CPUs"),
              number(row.get(6), "memory"),
              partitions));
    }
    if (nodes.isEmpty()) {
      throw new SlurmFailure("sinfo lists no nodes");
    }
    return List.copyOf(nodes.values());
  }

  /**
   * Parses the boot times in {@code scontrol -o show node}; nodes that never answered have none.
   */
  static SortedMap<String, Instant> bootTimes(String text) throws SlurmFailure {
    var times = new TreeMap<String, Instant>();
    for (var line : text.lines().toList()) {
      var name = value(line, "NodeName");
      SlurmTimes.time(value(line, "BootTime")).ifPresent(time -> times.put(name, time));
    }
    return times;
  }

  /** Parses the jobs of {@code squeue}. */
  static List<SiteJob> jobs(String text, String mark) throws SlurmFailure {
    var jobs = new ArrayList<SiteJob>();
    for (var row : MarkedRows.parse(text, mark, JOB_FIELDS.size())) {
      var state = SiteJobState.parse(row.get(1));
      boolean waits = state.phase() == SiteJobState.Phase.WAITING;
      jobs.add(
          new SiteJob(
              number(row.get(0), "job id"),
              row.get(2).strip(),
              row.get(3).strip(),
              row.get(13),
              textOf(row.get(14)),
              state,
              textOf(row.get(12)),
              Optional.of(textOf(row.get(4))).filter(name -> !name.isEmpty()),
              waits ? List.of() : HostList.expand(row.get(5)),
              waits ? HostList.expand(row.get(6)) : List.of(),
              SlurmTimes.time(row.get(7)),
              SlurmTimes.time(row.get(8)),
              SlurmTimes.time(row.get(9)),
              SlurmTimes.duration(row.get(10)),
              state.isOver() ? exit(row.get(11)) : Optional.empty()));
    }
    jobs.sort(Comparator.comparingLong(SiteJob::id));
    return jobs;
  }

  /** Parses the jobs of {@code sacct}. */
  static List<AccountedJob> accounted(String text, String mark) throws SlurmFailure {
    var jobs = new ArrayList<AccountedJob>();
    for (var row : MarkedRows.parse(text, mark, ACCOUNTED_FIELDS.size())) {
      var state = SiteJobState.parse(row.get(1));
      jobs.add(
          new AccountedJob(
              number(row.get(0), "job id"),
              row.get(7),
              row.get(2).strip(),
              state,
              state.isOver() ? accountedExit(row.get(3), state) : Optional.empty(),
              SlurmTimes.time(row.get(4)),
              SlurmTimes.time(row.get(5)),
              SlurmTimes.time(row.get(6))));
    }
    jobs.sort(
        Comparator.comparingLong(AccountedJob::id)
            .thenComparing(job -> job.submitted().orElse(Instant.EPOCH)));
    return jobs;
  }

  /**
   * Parses an exit code of {@code sacct}, which subtracts 128 from 128 to 255. Only the result 0
   * can be corrected.
   */
  private static Optional<ExitStatus> accountedExit(String text, SiteJobState state) {
    return exit(text)
        .map(
            exit ->
                state == SiteJobState.FAILED && exit.equals(new ExitStatus(0, 0))
                    ? new ExitStatus(128, 0)
                    : exit);
  }

  /**
   * Parses the output of {@code scontrol -o show reservation}: {@code Key=value} words, a line for
   * each reservation.
   *
   * @throws SlurmFailure if the output has neither a reservation nor the message that there are
   *     none, or a line is truncated
   */
  static List<SiteReservation> reservations(String text) throws SlurmFailure {
    var lines = text.lines().filter(line -> line.startsWith("ReservationName=")).toList();
    if (lines.isEmpty() && text.contains(NO_RESERVATIONS)) {
      return List.of();
    } else if (lines.isEmpty() || !text.endsWith("\n")) {
      throw new SlurmFailure("not a list of reservations: '%s'".formatted(ShownText.of(text)));
    }
    var reservations = new ArrayList<SiteReservation>();
    for (var line : lines) {
      reservations.add(
          new SiteReservation(
              value(line, "ReservationName"),
              timeOf(line, "StartTime"),
              timeOf(line, "EndTime"),
              HostList.expand(value(line, "Nodes")),
              new TreeSet<>(words(value(line, "Flags"))),
              value(line, "State").equals("ACTIVE"),
              words(value(line, "Users")),
              words(value(line, "Accounts"))));
    }
    reservations.sort(Comparator.comparing(SiteReservation::name));
    return reservations;
  }

  private static Instant timeOf(String line, String key) throws SlurmFailure {
    return SlurmTimes.time(value(line, key)).orElseThrow(() -> lacks(line, key));
  }

  private static String value(String line, String key) throws SlurmFailure {
    int at = (" " + line).indexOf(" " + key + "=");
    if (at < 0) {
      throw lacks(line, key);
    }
    int begin = at + key.length() + 1;
    int end = begin;
    while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
      end++;
    }
    return line.substring(begin, end);
  }

  private static SlurmFailure lacks(String line, String key) {
    return new SlurmFailure("no %s in '%s'".formatted(key, ShownText.of(line)));
  }

  private static List<String> words(String value) {
    return Arrays.stream(value.split(","))
        .filter(word -> !word.isEmpty() && !word.equals("(null)"))
        .toList();
  }

  private static String textOf(String value) {
    return value.equals("(null)") || value.equals("None") || value.equals("N/A") ? "" : value;
  }

  private static long number(String text, String what) throws SlurmFailure {
    var digits = text.strip();
    if (!digits.matches("\\d{1,15}")) {
      throw new SlurmFailure("not a %s: '%s'".formatted(what, ShownText.of(text)));
    }
    return Long.parseLong(digits);
  }

  /** Parses {@code code:signal}, or the wait status that {@code squeue} prints. */
  static Optional<ExitStatus> exit(String text) {
    var word = text.strip();
    if (word.matches("\\d{1,3}:\\d{1,3}")) {
      int colon = word.indexOf(':');
      return Optional.of(
          new ExitStatus(
              Integer.parseInt(word.substring(0, colon)),
              Integer.parseInt(word.substring(colon + 1))));
    } else if (word.matches("\\d{1,9}")) {
      int status = Integer.parseInt(word);
      return Optional.of(new ExitStatus((status >> CODE_SHIFT) & HIGHEST_CODE, status % SIGNALS));
    }
    return Optional.empty();
  }
}
