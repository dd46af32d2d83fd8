package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Slurm commands executed by its programs: {@code sinfo}, {@code squeue}, {@code sacct}, {@code
 * scontrol}, {@code sbatch} and {@code scancel} of version 20.11 or later. Output formats are set
 * explicitly, with times in epoch seconds. A call takes 5 to 30 ms while the controller is idle.
 */
public final class SlurmCli implements SlurmCommands {
  private static final Pattern JOB_ID = Pattern.compile("(?m)^(\\d{1,12})(?:;\\S+)?$");
  private static final Pattern SIGNAL = Pattern.compile("[A-Z][A-Z0-9]{1,9}");
  private static final int MOST_IDS = 500; // of one command line
  // a state includes all later states that differ only by a flag, such as POWER_UP_NODE
  private static final String ON_NODES = "R,S,CG,CF,SO,RS,SI,ST";
  private static final Pattern GONE =
      Pattern.compile("job id \\S+: (Invalid job id|Job/step already completing or completed)");

  private final ProgramCall programs;
  private final Supplier<String> marks;

  /**
   * Creates an executor of commands.
   *
   * @param marks supplies an unpredictable text of letters and digits for each query, such as 64
   *     random bits
   */
  public SlurmCli(SlurmSettings settings, Supplier<String> marks) {
    programs = new ProgramCall(settings);
    this.marks = marks;
  }

  @Override
  public List<SiteNode> nodes() throws SlurmException {
    var mark = mark();
    var format = String.join(mark, SlurmText.NODE_FIELDS) + mark;
    return SlurmText.nodes(run(List.of("sinfo", "-a", "-N", "-o", format)), mark);
  }

  @Override
  public SortedMap<String, Instant> bootTimes() throws SlurmException {
    return SlurmText.bootTimes(run(List.of("scontrol", "-a", "-o", "show", "node")));
  }

  @Override
  public List<SiteJob> jobs() throws SlurmException {
    return jobs("-t", "all");
  }

  @Override
  public List<SiteJob> jobsOf(Collection<String> users) throws SlurmException {
    return jobs("-t", "all", "-u", String.join(",", users));
  }

  @Override
  public List<SiteJob> jobsOnNodes() throws SlurmException {
    return jobs("-t", ON_NODES);
  }

  /** Returns the jobs selected by options; thousands of other jobs cost most of a call's time. */
  private List<SiteJob> jobs(String... selection) throws SlurmException {
    var mark = mark();
    // a field without a width is printed completely and followed by its suffix
    var format = String.join(":" + mark + ",", SlurmText.JOB_FIELDS) + ":" + mark;
    var command = new ArrayList<>(List.of("squeue", "-a", "-O", format));
    command.addAll(List.of(selection));
    return SlurmText.jobs(run(command), mark);
  }

  @Override
  public List<AccountedJob> accounted(Collection<String> names, Instant since)
      throws SlurmException {
    if (names.isEmpty()) {
      return List.of();
    }
    var mark = mark();
    return SlurmText.accounted(
        run(
            List.of(
                "sacct",
                "-X",
                "-a",
                "-p",
                "--delimiter=" + mark,
                "-o",
                String.join(",", SlurmText.ACCOUNTED_FIELDS),
                "--name=" + String.join(",", names),
                "-S",
                SlurmTimes.input(since))),
        mark);
  }

  private String mark() {
    return "~" + marks.get() + "~";
  }

  @Override
  public List<SiteReservation> reservations() throws SlurmException {
    return SlurmText.reservations(run(List.of("scontrol", "-a", "-o", "show", "reservation")));
  }

  @Override
  public void create(NewReservation request) throws SlurmException {
    var command = new ArrayList<>(List.of("scontrol", "create", "reservation"));
    command.add("ReservationName=" + request.name());
    command.add("StartTime=" + SlurmTimes.input(request.start()));
    command.add("EndTime=" + SlurmTimes.input(request.end()));
    command.add("Nodes=" + String.join(",", request.nodes()));
    if (!request.users().isEmpty()) {
      command.add("Users=" + String.join(",", request.users()));
    }
    if (!request.accounts().isEmpty()) {
      command.add("Accounts=" + String.join(",", request.accounts()));
    }
    run(command);
  }

  @Override
  public void update(String name, ReservationChange change) throws SlurmException {
    var command = new ArrayList<>(List.of("scontrol", "update"));
    command.add("ReservationName=" + SlurmName.require(name));
    change.start().ifPresent(start -> command.add("StartTime=" + SlurmTimes.input(start)));
    change.end().ifPresent(end -> command.add("EndTime=" + SlurmTimes.input(end)));
    change.nodes().ifPresent(nodes -> command.add("Nodes=" + String.join(",", nodes)));
    run(command);
  }

  @Override
  public void delete(String name) throws SlurmException {
    run(List.of("scontrol", "delete", "ReservationName=" + SlurmName.require(name)));
  }

  @Override
  public long submit(BatchSubmission job) throws SlurmException {
    var command =
        new ArrayList<>(
            List.of(
                "sbatch",
                "--parsable",
                "--no-requeue",
                "--exclusive",
                "--export=ALL", // only the few variables set here; other values take 2 s more
                "--job-name=" + job.name(),
                "--comment=" + job.comment(),
                "--nodes=" + job.nodes().size(),
                "--nodelist=" + String.join(",", job.nodes()),
                "--time=" + job.limitMinutes(),
                "--chdir=" + job.folder(),
                "--output=" + job.output()));
    job.reservation().ifPresent(name -> command.add("--reservation=" + name));
    job.partition().ifPresent(name -> command.add("--partition=" + name));
    job.memoryMib().ifPresent(mib -> command.add("--mem=" + mib));
    job.account().ifPresent(name -> command.add("--account=" + name));
    job.runAs()
        .ifPresent(
            user -> {
              command.add("--uid=" + user.name());
              command.add("--gid=" + user.group());
            });
    var ids = JOB_ID.matcher(run(command, job.script()));
    String last = "";
    while (ids.find()) {
      last = ids.group(1);
    }
    if (last.isEmpty()) {
      throw new SlurmFailure("sbatch printed no job id");
    }
    return Long.parseLong(last);
  }

  @Override
  public void cancel(Collection<Long> ids) throws SlurmException {
    kill(ids, List.of("scancel"));
  }

  @Override
  public void signal(Collection<Long> ids, String signal) throws SlurmException {
    if (!SIGNAL.matcher(signal).matches()) {
      throw new IllegalArgumentException(
          "a signal is a name such as USR2, given was '%s'".formatted(signal));
    }
    // without --state, scancel retries a signal to a waiting job for a minute
    kill(ids, List.of("scancel", "-b", "--signal=" + signal, "--state=RUNNING"));
  }

  @Override
  public Process attach(long id, Optional<BatchSubmission.User> user, List<String> command)
      throws SlurmException {
    var words =
        new ArrayList<>(
            List.of(
                "srun",
                "--jobid=" + id,
                "--overlap", // beside the script, which has all processors
                "--nodes=1",
                "--ntasks=1",
                "--mem=0",
                "--mpi=none",
                "--chdir=/",
                "--unbuffered",
                "--quiet"));
    words.addAll(command);
    return programs.start(words, user);
  }

  /** Checks that there is a program for {@link #attach}. */
  public void requireAttach() throws SlurmException {
    run(List.of("srun", "--version"));
  }

  @Override
  public void extend(long id, Instant end) throws SlurmException {
    run(List.of("scontrol", "update", "JobId=" + id, "EndTime=" + SlurmTimes.input(end)));
  }

  /**
   * Calls {@code scancel}, which cancels or signals the other jobs even if one no longer exists.
   */
  private void kill(Collection<Long> ids, List<String> command) throws SlurmException {
    var all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += MOST_IDS) {
      var words = new ArrayList<>(command);
      all.subList(from, Math.min(all.size(), from + MOST_IDS))
          .forEach(id -> words.add(String.valueOf(id)));
      var ended = programs.run(words, "");
      var faults =
          ended
              .error()
              .lines()
              .filter(line -> !line.isBlank() && !GONE.matcher(line).find())
              .collect(Collectors.joining("\n"));
      if (ended.status() != 0 && (!faults.isEmpty() || ended.error().isEmpty())) {
        throw RefusalText.of("scancel", ended.status(), faults);
      }
    }
  }

  private String run(List<String> command) throws SlurmException {
    return run(command, "");
  }

  private String run(List<String> command, String input) throws SlurmException {
    var ended = programs.run(command, input);
    if (ended.status() != 0) {
      throw RefusalText.of(command.get(0), ended.status(), ended.error());
    }
    return ended.output();
  }
}
