package io.metasched.service.site.slurm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.metasched.metascheduler.deployment.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * Slurm with several virtual nodes on this machine's loopback, each with 4 processors, run with the
 * installed programs. The authentication and the folder are separate, and are deleted at the end. A
 * shell script in a PID namespace supervises the daemons: the script terminates them when its input
 * ends, even if this JVM is killed.
 */
final class RealSlurm implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("slurmctld", "slurmd", "munged", "scontrol", "squeue", "sinfo", "sbatch", "scancel");
  private static final List<String> OF_ACCOUNTING =
      List.of("mariadbd", "mariadb-install-db", "slurmdbd", "sacct", "sacctmgr");
  private static final List<String> NAMESPACE =
      List.of("setsid", "unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 50;
  private static final int KEY_BYTES = 128;

  private final Path folder;
  private final int nodes;
  private final Process keeper;
  private final BufferedReader answers;

  private RealSlurm(Path folder, int nodes) throws IOException {
    this.folder = folder;
    this.nodes = nodes;
    var command = new ArrayList<>(hasNamespaces() ? NAMESPACE : List.of("setsid"));
    command.addAll(List.of("sh", folder.resolve("site.sh").toString(), folder.toString()));
    keeper =
        new ProcessBuilder(command).redirectError(folder.resolve("log/keeper").toFile()).start();
    answers = keeper.inputReader(StandardCharsets.UTF_8);
  }

  /** Skips the calling test if Slurm cannot be started here; the report has the reason. */
  static void requirePrograms() {
    require(PROGRAMS, "slurmctld slurmd slurm-client munge");
  }

  /** Skips the calling test if a Slurm with accounting cannot be started here. */
  static void requireAccounting() {
    requirePrograms();
    require(OF_ACCOUNTING, "slurmdbd mariadb-server");
  }

  private static void require(List<String> programs, String packages) {
    var missing = missing(programs, packages);
    Assumptions.assumeTrue(
        missing.isEmpty(), () -> "Slurm cannot be started: " + missing.orElse(""));
  }

  private static Optional<String> missing(List<String> programs, String packages) {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("its daemons must be started by root");
    }
    var path = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin:/usr/bin";
    return programs.stream()
        .filter(
            name ->
                Arrays.stream(path.split(":"))
                    .noneMatch(bin -> Files.isExecutable(Path.of("/" + bin, name))))
        .findFirst()
        .map(name -> "%s is not installed (apt-get install %s)".formatted(name, packages));
  }

  private static boolean hasNamespaces() throws IOException {
    var command = new ArrayList<>(NAMESPACE);
    command.add("true");
    var trial = new ProcessBuilder(command).redirectErrorStream(true).start();
    return trial.onExit().join().exitValue() == 0;
  }

  /**
   * Starts a Slurm cluster and waits until all nodes {@code n1}, {@code n2}, ... are idle.
   *
   * @param nodes number of nodes
   */
  static RealSlurm start(int nodes) throws IOException, InterruptedException {
    return start(nodes, false);
  }

  /**
   * Starts a Slurm cluster with accounting, whose controller forgets jobs soon after their end;
   * returns when all nodes are idle.
   */
  static RealSlurm startAccounted(int nodes) throws IOException, InterruptedException {
    return start(nodes, true);
  }

  private static RealSlurm start(int nodes, boolean isAccounted)
      throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("metasched-slurm");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (var name : List.of("log", "munge", "state", "spool", "out")) {
      Files.createDirectory(folder.resolve(name));
    }
    for (int i = 1; i <= nodes; i++) {
      Files.createDirectory(folder.resolve("spool/n" + i));
    }
    Files.setPosixFilePermissions(
        folder.resolve("out"), PosixFilePermissions.fromString("rwxrwxrwx"));
    var key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    Files.write(folder.resolve("munge/key"), key);
    Files.setPosixFilePermissions(
        folder.resolve("munge/key"), PosixFilePermissions.fromString("r--------"));
    Files.writeString(folder.resolve("cgroup.conf"), "CgroupAutomount=no\n");
    var configuration = configuration(folder, nodes);
    if (isAccounted) {
      configuration = accounted(configuration, folder);
    }
    Files.writeString(folder.resolve("slurm.conf"), configuration);
    Files.writeString(folder.resolve("site.sh"), script());
    var slurm = new RealSlurm(folder, nodes);
    try {
      slurm.startDaemons(isAccounted);
      return slurm;
    } catch (IOException | InterruptedException e) {
      slurm.close();
      throw e;
    }
  }

  private static String script() throws IOException {
    try (InputStream script = RealSlurm.class.getResourceAsStream("site.sh")) {
      if (script == null) {
        throw new IllegalStateException("the tests lack site.sh");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns a configuration that starts jobs immediately; usual configurations of sites start jobs
   * more slowly.
   */
  private static String configuration(Path folder, int nodes) throws IOException {
    var text =
        new StringBuilder(
            """
            ClusterName=site
            SlurmctldHost=localhost(127.0.0.1)
            SlurmctldPort=%2$d
            SlurmUser=root
            SlurmdUser=root
            AuthType=auth/munge
            AuthInfo=socket=%1$s/munge/socket
            CredType=cred/munge
            StateSaveLocation=%1$s/state
            SlurmdSpoolDir=%1$s/spool/%%n
            SlurmctldPidFile=%1$s/slurmctld.pid
            SlurmdPidFile=%1$s/%%n.pid
            SlurmctldLogFile=%1$s/log/slurmctld
            SlurmdLogFile=%1$s/log/%%n
            # processes of a job are found by /proc: there may be no control groups
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            MpiDefault=none
            SwitchType=switch/none
            AccountingStorageType=accounting_storage/none
            # nodes may have more processors than this machine
            SlurmdParameters=config_overrides
            SelectType=select/cons_tres
            SelectTypeParameters=CR_Core
            SchedulerType=sched/backfill
            SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
            ReturnToService=2
            JobRequeue=0
            KillWait=5
            MinJobAge=300
            """
                .formatted(folder, FreePort.find()));
    for (int i = 1; i <= nodes; i++) {
      text.append(
          "NodeName=n%d NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=4 RealMemory=1000\n"
              .formatted(i, FreePort.find()));
    }
    return text
        + """
        PartitionName=main Nodes=ALL Default=YES MaxTime=7-0 DefaultTime=10 State=UP
        PartitionName=short Nodes=n1 MaxTime=60 State=UP
        """;
  }

  /** Writes the configuration of the accounting, and returns that of the controller with it. */
  private static String accounted(String configuration, Path folder) throws IOException {
    int port = FreePort.find();
    var conf = folder.resolve("slurmdbd.conf");
    Files.writeString(
        conf,
        """
        AuthType=auth/munge
        AuthInfo=socket=%1$s/munge/socket
        DbdHost=localhost
        DbdAddr=127.0.0.1
        DbdPort=%2$d
        SlurmUser=root
        LogFile=%1$s/log/slurmdbd
        PidFile=%1$s/slurmdbd.pid
        StorageType=accounting_storage/mysql
        StorageHost=localhost
        StoragePort=0
        StorageUser=root
        StorageLoc=accounting
        """
            .formatted(folder, port));
    Files.setPosixFilePermissions(conf, PosixFilePermissions.fromString("rw-------"));
    return configuration
        .replace(
            "accounting_storage/none",
            """
            accounting_storage/slurmdbd
            AccountingStorageHost=127.0.0.1
            AccountingStoragePort=%d
            AccountingStoragePass=%s/munge/socket\
            """
                .formatted(port, folder))
        .replace("MinJobAge=300", "MinJobAge=2");
  }

  private void startAccounting() throws IOException, InterruptedException {
    var data = "--datadir=" + folder.resolve("db");
    var login = "--auth-root-authentication-method=socket";
    if (!succeeds("mariadb-install-db", "--no-defaults", "--user=root", data, login)) {
      throw new IOException("mariadb-install-db has failed");
    }
    startDaemon("mariadb");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(folder.resolve("db.sock"))) {
      pause(end, "mariadb");
    }
    startDaemon("slurmdbd");
    while (!succeeds("sacctmgr", "-i", "add", "cluster", "site")) {
      pause(end, "slurmdbd");
    }
  }

  private boolean succeeds(String... command) {
    try {
      administer(command);
      return true;
    } catch (SlurmFailure notYet) {
      return false;
    }
  }

  private void startDaemons(boolean isAccounted) throws IOException, InterruptedException {
    startDaemon("munged");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(folder.resolve("munge/socket"))) {
      pause(end, "munged");
    }
    if (isAccounted) {
      startAccounting();
    }
    startDaemon("slurmctld");
    for (int i = 1; i <= nodes; i++) {
      startDaemon("n" + i);
    }
    awaitIdle();
  }

  /** Waits until the controller answers and all nodes are idle. */
  void awaitIdle() throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isIdle()) {
      pause(end, "slurmctld");
    }
  }

  private boolean isIdle() {
    try {
      var found = commands().nodes();
      return found.size() == nodes
          && found.stream()
              .allMatch(node -> node.state() == SiteNodeState.IDLE && !node.isSilent());
    } catch (SlurmException notYet) {
      return false;
    }
  }

  private void pause(long end, String name) throws IOException, InterruptedException {
    if (System.nanoTime() > end) {
      throw new IOException("%s does not answer: %s".formatted(name, log(name)));
    }
    MILLISECONDS.sleep(PAUSE_MILLIS);
  }

  private String log(String name) throws IOException {
    var file = folder.resolve("log").resolve(name + ".out");
    return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "no output";
  }

  /**
   * Starts a daemon: {@code munged}, {@code slurmctld}, or the daemon of the node with this name.
   */
  void startDaemon(String name) throws IOException {
    order("start " + name, "started " + name);
  }

  /** Kills a daemon with SIGKILL. */
  void killDaemon(String name) throws IOException {
    order("kill " + name, "killed " + name);
  }

  /** Terminates a daemon, and waits for its end. */
  void stopDaemon(String name) throws IOException {
    order("stop " + name, "stopped " + name);
  }

  /** Kills the daemon of a node and all processes of its jobs. */
  void crashNode(String name) throws IOException {
    order("crash " + name, "crashed " + name);
  }

  /** Starts the daemon of a node, which reports that the node was just booted. */
  void bootNode(String name) throws IOException {
    order("boot " + name, "booted " + name);
  }

  private synchronized void order(String order, String answer) throws IOException {
    var writer = keeper.outputWriter(StandardCharsets.UTF_8);
    writer.write(order + "\n");
    writer.flush();
    var line = answers.readLine();
    if (!answer.equals(line)) {
      throw new IOException("'%s' was answered by '%s'".formatted(order, line));
    }
  }

  /** Returns the commands of this Slurm, as root. */
  SlurmCli commands() {
    return commands(PATIENCE);
  }

  /** Returns commands with a time limit. */
  SlurmCli commands(Duration patience) {
    return new SlurmCli(
        settings().withPatience(patience), () -> Long.toHexString(new SecureRandom().nextLong()));
  }

  /** Returns the commands of this Slurm, as another user. */
  SlurmCli commandsOf(String user) throws IOException {
    var settings =
        SlurmSettings.of(Optional.of(folder.resolve("slurm.conf")), Optional.of(programsOf(user)));
    return new SlurmCli(settings, () -> Long.toHexString(new SecureRandom().nextLong()));
  }

  /** Returns a folder with Slurm's programs, which run as another user. */
  Path programsOf(String user) throws IOException {
    var bin = Files.createDirectories(folder.resolve("bin-" + user));
    for (var name : List.of("sinfo", "squeue", "scontrol", "scancel", "sbatch", "srun")) {
      var program = bin.resolve(name);
      Files.writeString(
          program,
          "#!/bin/sh\nexec setpriv --reuid=%s --clear-groups %s \"$@\"\n".formatted(user, name));
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return bin;
  }

  private SlurmSettings settings() {
    return SlurmSettings.of(Optional.of(folder.resolve("slurm.conf")), Optional.empty());
  }

  /** Returns a folder in which all users may write. */
  Path output() {
    return folder.resolve("out");
  }

  /**
   * Runs a command as the administrator, such as {@code scontrol update ...}; returns the output.
   */
  String administer(String... command) throws SlurmFailure {
    var ended = new ProgramCall(settings()).run(List.of(command), "");
    if (ended.status() != 0) {
      throw new SlurmFailure(Arrays.toString(command) + ": " + ended.error());
    }
    return ended.output();
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    keeper.outputWriter(StandardCharsets.UTF_8).close();
    boolean isOver;
    try {
      isOver = keeper.waitFor(PATIENCE.toSeconds(), SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isOver = false;
    }
    if (!isOver) {
      keeper.descendants().forEach(ProcessHandle::destroyForcibly);
      keeper.destroyForcibly();
      throw new IOException("Slurm in %s did not end".formatted(folder));
    }
  }
}
