package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.HOUR;
import static io.metasched.service.agent.process.TestedAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.RunningClock;
import io.metasched.service.run.StagedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Isolation of jobs of two accounts on a machine whose agent is root. */
final class AccountsApartTest {
  private static final AtomicInteger SLEEPS = new AtomicInteger();

  private static final RunId OURS = new RunId("ours", 1, 0);
  private static final RunId THEIRS = new RunId("theirs", 1, 0);

  @TempDir private Path folder;

  @BeforeEach
  void beRoot() throws Exception {
    TestedAgent.requireSupervisors();
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "only root gives accounts users of their own");
  }

  private static RunSpec spec(RunId id, String account, String line) {
    var plain = TestedAgent.spec(id, line, HOUR, Duration.ZERO);
    var input = List.of(new StagedFile("secret", "of " + account, false));
    return plain.with().input(input).account(account).build();
  }

  /**
   * Returns the command of a job of another account. The output of the job has a line for each
   * action that succeeded.
   */
  private static String attack(Path victim, long process) {
    return """
    v='%s'
    ls "$v" && echo listed the folder
    ls "$v/work" && echo listed the working folder
    cat "$v/work/secret" && echo read the input
    cat "$v/stdout" && echo read the output
    cat "$v/launch" && echo read the command
    echo bad >"$v/work/secret" && echo wrote the input
    echo bad >"$v/stdout" && echo wrote the output
    echo cancel >"$v/control" && echo cancelled it
    touch "$v/work/mine" && echo made a file
    mv "$v" "$v.gone" && echo moved it
    kill -0 %d && echo can signal it
    id -u
    """
        .formatted(victim, process);
  }

  private void areApart(TestedAgent agent) throws Exception {
    var victim = folder.resolve("runs/" + THEIRS);
    var sleep = TestedAgent.sleep(98731 + SLEEPS.getAndIncrement());
    agent.run(spec(THEIRS, "physics", "echo result; id -u; exec " + sleep));
    agent.line(THEIRS, "result");
    var found = new ArrayList<Long>();
    TestedAgent.until(
        "it sleeps", () -> found.addAll(TestedAgent.processes(sleep)) && !found.isEmpty());
    long process = found.get(0);

    agent.run(spec(OURS, "biology", attack(victim, process)));
    agent.end(OURS);

    var own = agent.output(OURS).strip();
    assertThat(own).matches("\\d+");
    assertThat(agent.text(OURS, OutputStreamName.STDERR)).contains("Permission denied");
    assertThat(victim.resolve("work/secret")).hasContent("of physics");
    get(agent.executor().cancel(THEIRS, "seen"));
    agent.end(THEIRS);
    var theirs = agent.output(THEIRS).lines().toList();
    assertThat(theirs).hasSize(2).first().isEqualTo("result");
    assertThat(theirs.get(1)).isNotEqualTo(own);
  }

  @Test
  void aJobCannotReachTheFilesAndProcessesOfAnotherAccount() throws Exception {
    try (var agent = TestedAgent.on(folder)) {
      areApart(agent);
    }
  }

  @Test
  void norCanItWithoutNamespaces() throws Exception {
    try (var agent =
        TestedAgent.on(
            folder,
            best ->
                new Isolation(
                    Isolation.Namespace.NONE,
                    false,
                    false,
                    false,
                    best.diesWithSupervisor(),
                    best.noNewPrivileges(),
                    true,
                    Optional.empty(),
                    false))) {
      areApart(agent);
    }
  }

  @Test
  void jobsOfAnAccountKeepTheirUserOverARestart() throws Exception {
    try (var agent = TestedAgent.on(folder)) {
      agent.run(spec(OURS, "physics", "id -u; id -g; id -G"));
      agent.end(OURS);
    }
    try (var agent = TestedAgent.on(folder)) {
      agent.run(spec(THEIRS, "physics", "id -u; id -g; id -G"));
      agent.end(THEIRS);

      var ids = agent.output(OURS).lines().toList();
      assertThat(agent.output(THEIRS).lines()).isEqualTo(ids);
      assertThat(ids).hasSize(3).containsOnly(ids.get(0));
      var work = Files.readAttributes(folder.resolve("runs/ours.1.0/work"), "unix:uid,mode");
      assertThat(work).containsEntry("uid", Integer.valueOf(ids.get(0)));
      assertThat((Integer) work.get("mode") & 0777).isEqualTo(0700);
    }
  }

  @Test
  void anAgentCanRunTheJobsOfOneAccountOnly() throws Exception {
    var usual = TestedAgent.settings(folder);
    var users = new UserSettings(new TreeMap<>(), usual.users().uids(), List.of("physics"));
    var settings = usual.withUsers(users);
    try (var agent = TestedAgent.on(settings, Clock.systemUTC())) {
      agent.run(spec(OURS, "biology", "true"));
      agent.run(spec(THEIRS, "physics", "true"));

      assertThat(agent.await(OURS, RunFact.Refused.class).reason())
          .isEqualTo("this machine runs jobs of physics only (accounts in agent.conf)");
      assertThat(agent.end(THEIRS).exitStatus()).isZero();
    }
  }

  @Test
  void temporaryFilesAreInTheFolderOfTheRun() throws Exception {
    var shared = Path.of("/var/tmp", "of-" + ProcessHandle.current().pid());
    var memory = Path.of("/dev/shm", "of-" + ProcessHandle.current().pid());
    var place = Files.createDirectory(folder.resolve("a \\place"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    try (var agent = TestedAgent.on(place)) {
      agent.requireNamespaces();
      agent.run(spec(OURS, "physics", "echo mine >%s && echo mine >%s".formatted(shared, memory)));

      assertThat(agent.end(OURS).exitStatus()).isZero();

      assertThat(place.resolve("runs/ours.1.0/tmp").resolve(shared.getFileName()))
          .hasContent("mine");
      assertThat(shared).doesNotExist();
      assertThat(memory).doesNotExist();
    }
  }

  @Test
  void theFolderOfAnAgentMayBeALinkToAFolderThatRunsHaveOfTheirOwn() throws Exception {
    var link = Files.createTempDirectory(Path.of("/var/tmp"), "link").resolve("agent");
    Files.createSymbolicLink(link, folder);
    try (var agent = TestedAgent.on(link)) {
      agent.requireNamespaces();
      agent.run(spec(OURS, "physics", "cat secret"));

      assertThat(agent.end(OURS).exitStatus()).isZero();

      assertThat(agent.output(OURS)).isEqualTo("of physics");
    } finally {
      Files.delete(link);
      Files.delete(link.getParent());
    }
  }

  @Test
  void filesInMemoryAreBounded() {
    try (var agent = TestedAgent.on(folder)) {
      agent.requireNamespaces();
      var line =
          "cd /dev/shm; head -c 3000000 /dev/zero >big; wc -c <big; rm big; mkdir $(seq 300)";
      agent.run(spec(OURS, "physics", line + "; ls | wc -l"));
      agent.end(OURS);

      // 1 MiB with 256 files, including the folder itself
      assertThat(agent.output(OURS).lines()).containsExactly("1048576", "255");
      assertThat(agent.text(OURS, OutputStreamName.STDERR)).contains("No space left on device");
    }
  }

  @Test
  void memoryThatARunSharesIsBoundedAndEndsWithIt() throws Exception {
    var host = Path.of("/proc/sysvipc/shm");
    var before = Files.readString(host);
    try (var agent = TestedAgent.on(folder)) {
      agent.requireNamespaces();
      var line = "ipcmk -M 3000000 >made || echo refused; ipcmk -M 4096 >made; cut -c1-16 made";
      agent.run(spec(OURS, "physics", line));
      agent.end(OURS);

      // 1 MiB, the bound for files in memory
      assertThat(agent.output(OURS).lines()).containsExactly("refused", "Shared memory id");
      assertThat(Files.readString(host)).isEqualTo(before);
    }
  }

  @Test
  void aJobMakesNoUserNamespacesAndSharesNoTerminals() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/unshare")), "no unshare");
    var place = Files.createDirectory(folder.resolve("a place"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    try (var agent = TestedAgent.on(place)) {
      agent.requireNamespaces();
      var line =
          "unshare -Ur true 2>/dev/null || echo refused; pwd; ls /dev/pts; touch /run/lock/of-%d;"
              + " cat /proc/self/oom_score_adj;"
              + " sed -n 's/.* devpts metasched .*max=//p' /proc/self/mountinfo";
      agent.run(spec(OURS, "physics", line.formatted(ProcessHandle.current().pid())));
      agent.end(OURS);

      var run = place.resolve("runs/ours.1.0");
      assertThat(agent.output(OURS).lines())
          .containsExactly("refused", run.resolve("work").toString(), "ptmx", "500", "256");
      assertThat(Path.of("/run/lock", "of-" + ProcessHandle.current().pid())).doesNotExist();
    }
  }

  @Test
  void aJobCannotLockTheFolderOfItsAgent() throws Exception {
    var lock = folder.resolve("agent.lock");
    Files.createFile(lock);
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r--r--"));
    try (var agent = TestedAgent.on(folder)) {
      agent.run(spec(OURS, "physics", "cat '%s' || echo closed; ls '%s'".formatted(lock, folder)));
      agent.end(OURS);

      assertThat(agent.output(OURS)).isEqualTo("closed\n");
    }
  }

  @Test
  void foldersThatAJobHasClosedAreDeleted() throws Exception {
    var clock = new RunningClock();
    try (var agent = TestedAgent.on(TestedAgent.settings(folder), clock)) {
      agent.run(spec(OURS, "physics", "mkdir -p a/b; echo x >a/b/c; chmod 000 a/b a ."));
      agent.end(OURS);
      get(agent.executor().acknowledge(OURS));

      clock.advance(HOUR.plusMinutes(1));

      TestedAgent.until("it is deleted", () -> isEmpty(folder.resolve("runs")));
    }
  }

  private static boolean isEmpty(Path runs) throws Exception {
    try (var names = Files.list(runs)) {
      return names.findAny().isEmpty();
    }
  }

  @Test
  void aFolderOfAnEarlierVersionIsClosed() throws Exception {
    try (var agent = TestedAgent.on(folder)) {
      agent.run(spec(OURS, "physics", "true"));
      agent.end(OURS);
    }
    var run = folder.resolve("runs/ours.1.0");
    Files.setAttribute(run, "unix:mode", 0711, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(run, "unix:gid", 0, LinkOption.NOFOLLOW_LINKS);

    try (var agent = TestedAgent.on(folder)) {
      var closed = Files.readAttributes(run, "unix:gid,mode");
      assertThat((Integer) closed.get("mode") & 0777).isEqualTo(0710);
      assertThat(closed).containsEntry("gid", Files.getAttribute(run.resolve("work"), "unix:gid"));
      assertThat(Files.readString(folder.resolve("users.json"), StandardCharsets.UTF_8))
          .contains("physics");
      assertThat(agent.facts()).hasSize(3);
    }
  }
}
