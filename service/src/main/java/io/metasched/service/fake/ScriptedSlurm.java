package io.metasched.service.fake;

import io.metasched.service.site.slurm.AccountedJob;
import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.NewReservation;
import io.metasched.service.site.slurm.ReservationChange;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteNode;
import io.metasched.service.site.slurm.SiteReservation;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Simulated Slurm that runs the scripts of its jobs as processes of this machine, by its clock. Its
 * commands may have faults.
 */
public final class ScriptedSlurm implements SlurmCommands, AutoCloseable {
  private static final long TICK_MILLIS = 20;

  private final Path folder;
  private final FakeSlurm site;
  private final SlurmCommands commands;
  private final Map<String, BatchSubmission> submissions = new ConcurrentHashMap<>();
  private final Map<Long, Process> processes = new ConcurrentHashMap<>();
  private final TreeMap<Long, Instant> terminated = new TreeMap<>(); // confined to the ticker
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private volatile UnaryOperator<String> edit = UnaryOperator.identity();
  private int started;

  /**
   * Creates a site.
   *
   * @param folder new folder for scripts
   * @param nodes names of the nodes
   * @param faults adds faults to the commands
   */
  public ScriptedSlurm(Path folder, List<String> nodes, Function<FakeSlurm, SlurmCommands> faults)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    site = new FakeSlurm(Clock.systemUTC(), nodes, this::behavior);
    commands = faults.apply(site);
    var unused =
        ticker.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Simulated part of a job: it ends with its process, and survives USR2. */
  private FakeBatch behavior(BatchSubmission job) {
    submissions.put(job.name(), job);
    var day = Duration.ofDays(1);
    return new FakeBatch(day, 0, false, Optional.of(day));
  }

  /** Changes the scripts of all jobs that start from now on. */
  public void editScripts(UnaryOperator<String> change) {
    edit = change;
  }

  public FakeSlurm site() {
    return site;
  }

  private void tick() {
    try {
      var starts = site.starts();
      for (; started < starts.size(); started++) {
        var start = starts.get(started);
        var orphan = Optional.ofNullable(processes.remove(start.id())); // of a forgotten start
        orphan.ifPresent(each -> all(each).forEach(ProcessHandle::destroyForcibly));
        processes.put(start.id(), launch(start));
      }
      processes.forEach(this::tend);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch(FakeSlurm.Started start) throws IOException {
    var job = Optional.ofNullable(submissions.get(start.name())).orElseThrow();
    var script = folder.resolve("job" + start.id());
    Files.writeString(script, edit.apply(job.script()));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    var command = asUser(job.runAs(), List.of("sh", script.toString()));
    var builder = new ProcessBuilder(command).directory(Path.of(job.folder()).toFile());
    builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
    builder.environment().put("SLURM_JOB_ID", String.valueOf(start.id()));
    builder.environment().put("SLURM_CLUSTER_NAME", "fake");
    builder.redirectInput(Path.of("/dev/null").toFile()).redirectErrorStream(true);
    return builder.redirectOutput(folder.resolve("out" + start.id()).toFile()).start();
  }

  private static List<String> asUser(Optional<BatchSubmission.User> user, List<String> command) {
    var words = new ArrayList<String>();
    user.ifPresent(
        each ->
            words.addAll(
                List.of(
                    "setpriv",
                    "--reuid=" + each.name(),
                    "--regid=" + each.group(),
                    "--clear-groups")));
    words.addAll(command);
    return words;
  }

  private void tend(long id, Process process) {
    if (!process.isAlive()) {
      site.finish(id, process.exitValue());
      processes.remove(id);
    } else if (site.isKilled(id)) {
      all(process).forEach(ProcessHandle::destroyForcibly);
    } else if (site.isTerminated(id) && terminated.putIfAbsent(id, Instant.now()) == null) {
      all(process).forEach(ProcessHandle::destroy);
    }
  }

  private static Stream<ProcessHandle> all(Process process) {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle()));
  }

  @Override
  public void signal(Collection<Long> ids, String signal) throws SlurmException {
    commands.signal(ids, signal);
    for (var id : ids) {
      var process = Optional.ofNullable(processes.get(id)).filter(Process::isAlive);
      try {
        if (process.isPresent()) {
          new ProcessBuilder("kill", "-" + signal, String.valueOf(process.get().pid()))
              .start()
              .onExit()
              .join();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Starts a program as a process of this machine, which ends with its input. */
  @Override
  public Process attach(long id, Optional<BatchSubmission.User> user, List<String> command)
      throws SlurmException {
    if (!processes.containsKey(id)) {
      throw new SlurmFailure("job %d does not run".formatted(id));
    }
    try {
      return new ProcessBuilder(asUser(user, command)).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<SiteNode> nodes() throws SlurmException {
    return commands.nodes();
  }

  @Override
  public SortedMap<String, Instant> bootTimes() throws SlurmException {
    return commands.bootTimes();
  }

  @Override
  public List<SiteJob> jobs() throws SlurmException {
    return commands.jobs();
  }

  @Override
  public List<AccountedJob> accounted(Collection<String> names, Instant since)
      throws SlurmException {
    return commands.accounted(names, since);
  }

  @Override
  public List<SiteReservation> reservations() throws SlurmException {
    return commands.reservations();
  }

  @Override
  public void create(NewReservation request) throws SlurmException {
    commands.create(request);
  }

  @Override
  public void update(String name, ReservationChange change) throws SlurmException {
    commands.update(name, change);
  }

  @Override
  public void delete(String name) throws SlurmException {
    commands.delete(name);
  }

  @Override
  public long submit(BatchSubmission job) throws SlurmException {
    return commands.submit(job);
  }

  @Override
  public void cancel(Collection<Long> ids) throws SlurmException {
    commands.cancel(ids);
  }

  @Override
  public void extend(long id, Instant end) throws SlurmException {
    commands.extend(id, end);
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    processes.values().forEach(each -> all(each).forEach(ProcessHandle::destroyForcibly));
  }
}
