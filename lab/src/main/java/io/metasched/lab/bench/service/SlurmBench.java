package io.metasched.lab.bench.service;

import io.metasched.metascheduler.deployment.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Benchmark of Slurm's controller for comparison: jobs acknowledged per second, and acknowledged
 * jobs lost after kill -9. The controller's nodes are down, so that all jobs wait. The controller
 * runs on loopback without authentication, with its state in a folder of the benchmark.
 */
final class SlurmBench implements AutoCloseable {
  private static final int CLIENTS = 16;
  private static final String CONTROLLER = "usr/sbin/slurmctld-wlm";
  private static final String PLUGIN = "auth_none.so";
  private static final String SHELL =
      "i=0; while [ $i -lt $1 ]; do \"$0\" --parsable --wrap=true || exit; i=$((i+1)); done";
  // without a response after these attempts, the start has failed
  private static final int MOST_TRIES = 1000;
  private static final long PAUSE_MILLIS = 100;

  private final Path root;
  private final Path folder;
  private final Path plugins;
  private final BenchRows rows;
  private Process controller;

  /**
   * Starts a controller.
   *
   * @param root root of an installation of Slurm 22.05 or later in Debian's layout
   * @param folder new folder
   * @param rows receives the measurements
   */
  SlurmBench(Path root, Path folder, BenchRows rows) throws IOException, InterruptedException {
    this.root = root;
    this.folder = Files.createDirectories(folder);
    this.rows = rows;
    plugins = plugins(root);
    Files.createDirectories(folder.resolve("state"));
    Files.writeString(conf(), settings());
    controller = start();
    awaitAnswer();
  }

  /** Returns whether a folder has the programs. */
  static boolean isAt(Path root) {
    return Files.isExecutable(root.resolve(CONTROLLER))
        && Files.isExecutable(root.resolve("usr/bin/sbatch"));
  }

  private static Path plugins(Path root) throws IOException {
    try (var all = Files.find(root.resolve("usr/lib"), 3, (path, is) -> path.endsWith(PLUGIN))) {
      return all.map(Path::getParent)
          .findFirst()
          .orElseThrow(() -> new IOException("no %s below %s".formatted(PLUGIN, root)));
    }
  }

  private Path conf() {
    return folder.resolve("slurm.conf");
  }

  private String settings() throws IOException {
    return """
    ClusterName=bench
    SlurmctldHost=localhost(127.0.0.1)
    SlurmUser=%s
    SlurmctldPort=%d
    AuthType=auth/none
    CredType=cred/none
    PluginDir=%s
    StateSaveLocation=%s
    SlurmctldPidFile=%s
    SlurmctldLogFile=%s
    MpiDefault=none
    ProctrackType=proctrack/pgid
    TaskPlugin=task/none
    SwitchType=switch/none
    SelectType=select/cons_tres
    SchedulerType=sched/builtin
    AccountingStorageType=accounting_storage/none
    JobAcctGatherType=jobacct_gather/none
    MaxJobCount=200000
    NodeName=n[1-1000] NodeAddr=127.0.0.1 CPUs=1 State=DOWN Port=[17001-18000]
    PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
    """
        .formatted(
            System.getProperty("user.name"),
            FreePort.find(),
            plugins,
            folder.resolve("state"),
            folder.resolve("pid"),
            folder.resolve("log"));
  }

  private ProcessBuilder command(String... words) {
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", conf().toString());
    builder.environment().put("LD_LIBRARY_PATH", plugins + ":" + plugins.getParent());
    return builder;
  }

  private Process start() throws IOException {
    return command(root.resolve(CONTROLLER).toString(), "-D", "-f", conf().toString())
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  private String program(String name) {
    return root.resolve("usr/bin").resolve(name).toString();
  }

  private void awaitAnswer() throws IOException, InterruptedException {
    for (int i = 0; i < MOST_TRIES && controller.isAlive(); i++) {
      var asked = command(program("scontrol"), "ping").start();
      var said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (said.contains("is UP")) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    throw new IOException(
        "slurmctld does not answer: " + Files.readString(folder.resolve("said")).strip());
  }

  /**
   * Submits jobs from several shells, each sequentially, then kills the controller with kill -9 and
   * restarts it.
   *
   * @param count number of jobs
   */
  void submitAndKill(int count) throws IOException, InterruptedException {
    submit(CLIENTS); // warm-up
    long begun = System.nanoTime();
    int taken = submit(count);
    rows.add("slurmctld: sbatch, 16 at once", taken / BenchRows.secondsSince(begun), "jobs/s");
    controller.destroyForcibly().waitFor();
    begun = System.nanoTime();
    controller = start();
    awaitAnswer();
    rows.add("slurmctld: after kill -9, to the first answer", BenchRows.secondsSince(begun), "s");
    var queue = command(program("squeue"), "-h", "-r", "-o", "%i").start();
    int left = lines(queue).size();
    rows.add("slurmctld: acknowledged jobs", taken + CLIENTS, "");
    rows.add("slurmctld: acknowledged jobs lost by kill -9", taken + CLIENTS - left, "");
  }

  /** Submits jobs; returns the number of acknowledged jobs. */
  private int submit(int count) throws IOException {
    var each = String.valueOf((count + CLIENTS - 1) / CLIENTS);
    var shells = new ArrayList<Process>();
    for (int i = 0; i < CLIENTS; i++) {
      shells.add(
          command("sh", "-c", SHELL, program("sbatch"), each).directory(folder.toFile()).start());
    }
    return shells.stream().mapToInt(shell -> ids(lines(shell))).sum();
  }

  private static int ids(List<String> lines) {
    return (int) lines.stream().filter(line -> line.matches("\\d+")).count();
  }

  private static List<String> lines(Process process) {
    try {
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(said.split("\n")).filter(line -> !line.isEmpty()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    controller.destroyForcibly().onExit().join();
  }
}
