package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.metasched.service.site.slurm.SlurmRefusal.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of programs, with shell scripts in place of Slurm's programs. */
final class SlurmCliTest {
  private static final Instant START = Instant.ofEpochSecond(1795795559);
  private static final BatchSubmission JOB =
      new BatchSubmission(
          "ms:a b",
          "7b1d",
          "#!/bin/sh\necho hello\n",
          List.of("n1", "n2"),
          Duration.ofSeconds(61),
          Optional.of("r-1"),
          Optional.of("main"),
          Optional.of("vo"),
          Optional.of(new BatchSubmission.User("nobody", "nogroup")),
          "/tmp",
          "/dev/null");

  @TempDir private Path folder;

  /** Creates a program that records its arguments and then runs a shell script. */
  private void program(String name, String script) throws IOException {
    var file = folder.resolve(name);
    Files.writeString(
        file, "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + folder + "/arguments\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private SlurmCli slurm() {
    return slurm(Duration.ofSeconds(60), 1 << 20);
  }

  private SlurmCli slurm(Duration patience, int mostBytes) {
    var environment = new TreeMap<String, String>();
    environment.put("SLURM_CONF", "/etc/site.conf");
    return new SlurmCli(
        new SlurmSettings(Optional.of(folder), environment, patience, mostBytes), () -> "5eed");
  }

  private List<String> arguments() throws IOException {
    return Files.readAllLines(folder.resolve("arguments"));
  }

  @Test
  void readingsHaveTimesInEpochSecondsAndNoVariablesOfTheCaller() throws Exception {
    program(
        "scontrol", "env | sort >" + folder + "/environment; echo No reservations in the system");

    assertThat(slurm().reservations()).isEmpty();

    assertThat(Files.readAllLines(folder.resolve("environment")))
        .filteredOn(line -> !line.startsWith("_=") && !line.startsWith("PWD="))
        .filteredOn(line -> !line.startsWith("SHLVL=") && !line.startsWith("OLDPWD="))
        .containsExactly(
            "LC_ALL=C",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "SLURM_CONF=/etc/site.conf",
            "SLURM_TIME_FORMAT=%s");
    assertThat(arguments()).containsExactly("-a", "-o", "show", "reservation");
  }

  @Test
  void bootOfANodeIsThatOfItsLine() throws Exception {
    program(
        "scontrol",
        "echo 'NodeName=n1 OS=Linux BootTime=1700000000 SlurmdStartTime=1700000009'; "
            + "echo NodeName=n2 BootTime=None SlurmdStartTime=None");

    assertThat(slurm().bootTimes())
        .containsExactly(Map.entry("n1", Instant.ofEpochSecond(1_700_000_000)));

    assertThat(arguments()).containsExactly("-a", "-o", "show", "node");
  }

  @Test
  void aReservationIsCreatedChangedAndDeleted() throws Exception {
    program("scontrol", "echo Reservation created: r-1");

    slurm()
        .create(
            new NewReservation(
                "r-1",
                START,
                START.plusSeconds(61),
                List.of("n1", "n2"),
                List.of("u"),
                List.of("a", "b")));
    slurm().update("r-1", ReservationChange.to(START, START.plusMillis(1500), List.of("n3")));
    slurm().delete("r-1");

    assertThat(arguments())
        .containsExactly(
            "create",
            "reservation",
            "ReservationName=r-1",
            "StartTime=uts1795795559",
            "EndTime=uts1795795620",
            "Nodes=n1,n2",
            "Users=u",
            "Accounts=a,b",
            "update",
            "ReservationName=r-1",
            "StartTime=uts1795795559",
            "EndTime=uts1795795560",
            "Nodes=n3",
            "delete",
            "ReservationName=r-1");
  }

  @Test
  void aJobIsSubmittedWithItsScriptAsInputAndNoLocale() throws Exception {
    program(
        "sbatch", "cat >" + folder + "/script; env >" + folder + "/environment; echo '77;site'");

    assertThat(slurm().submit(JOB)).isEqualTo(77);

    assertThat(Files.readString(folder.resolve("script"))).isEqualTo(JOB.script());
    assertThat(Files.readString(folder.resolve("environment")))
        .contains("SLURM_CONF=/etc/site.conf")
        .doesNotContain("LC_ALL", "SLURM_TIME_FORMAT");
    assertThat(arguments())
        .containsExactly(
            "--parsable",
            "--no-requeue",
            "--exclusive",
            "--export=ALL",
            "--job-name=ms:a b",
            "--comment=7b1d",
            "--nodes=2",
            "--nodelist=n1,n2",
            "--time=2",
            "--chdir=/tmp",
            "--output=/dev/null",
            "--reservation=r-1",
            "--partition=main",
            "--account=vo",
            "--uid=nobody",
            "--gid=nogroup");
  }

  @Test
  void aJobMayHaveALimitOfMemoryAndALaterEnd() throws Exception {
    program("sbatch", "echo 77");
    program("scontrol", "");
    var job =
        new BatchSubmission(
            "ms:a",
            "",
            "#!/bin/sh\n",
            List.of("n1"),
            Duration.ofSeconds(60),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "/tmp",
            "/dev/null",
            OptionalLong.of(65));

    slurm().submit(job);
    slurm().extend(77, START.plusMillis(900));

    assertThat(arguments())
        .contains("--mem=65")
        .endsWith("update", "JobId=77", "EndTime=uts1795795559");
  }

  @Test
  void aBannerBeforeTheIdIsSkippedAndAnAnswerWithoutIdIsAFailure() throws Exception {
    program("sbatch", "echo 'Welcome, 5 jobs'; echo; echo 78");
    assertThat(slurm().submit(JOB)).isEqualTo(78);

    program("sbatch", "echo 'Welcome, 5 jobs'");
    assertThatThrownBy(() -> slurm().submit(JOB)).isInstanceOf(SlurmFailure.class);
  }

  @Test
  void manyJobsAreCancelledInSeveralCallsAndMissingOnesIgnored() throws Exception {
    program(
        "scancel",
        """
        error='scancel: error: Kill job error on job id'
        echo "$error 7: Invalid job id specified" >&2
        echo "$error 8: Job/step already completing or completed" >&2
        exit 1
        """);
    var ids = LongStream.rangeClosed(1, 1001).boxed().toList();

    slurm().cancel(ids);
    slurm().cancel(List.of());
    assertThat(arguments()).hasSize(1001);
    slurm().signal(List.of(5L), "USR2");
    assertThat(arguments().subList(1001, 1005))
        .containsExactly("-b", "--signal=USR2", "--state=RUNNING", "5");
    assertThatThrownBy(() -> slurm().signal(ids, "USR2 7"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherErrorOfOneJobIsNotIgnored() throws Exception {
    program(
        "scancel",
        """
        error='scancel: error: Kill job error on job id'
        echo "$error 7: Invalid job id specified" >&2
        echo "$error 8: Access/permission denied" >&2
        exit 1
        """);
    assertThat(refusal("scancel").reason()).isEqualTo(Reason.NOT_PERMITTED);

    program("scancel", "exit 1");
    assertThatThrownBy(() -> slurm().cancel(List.of(1L))).isInstanceOf(SlurmFailure.class);
  }

  private SlurmRefusal refusal(String program) {
    return catchThrowableOfType(
        SlurmRefusal.class,
        () -> {
          if (program.equals("scancel")) {
            slurm().cancel(List.of(7L, 8L));
          } else {
            slurm().delete("r-1");
          }
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Error creating the reservation: Requested reservation overlaps with another reservation | OVERLAPS
          Error creating the reservation: Requested nodes are busy                                | NODES_BUSY
          Error creating the reservation: Duplicate reservation name                              | NAME_TAKEN
          delete_reservation ReservationName=r1: Requested reservation is in use                  | IN_USE
          delete_reservation ReservationName=r1: Requested reservation is invalid                 | UNKNOWN_NAME
          Error creating the reservation: Invalid node name specified                             | UNKNOWN_NODE
          Error creating the reservation: Invalid time specified                                  | INVALID
          Error updating the reservation: Reservation already started                             | INVALID
          Error creating the reservation: Invalid user id                                         | NOT_PERMITTED
          sbatch: error: Batch job submission failed: Access denied to requested reservation      | NOT_PERMITTED
          slurm_update error: Job is not running for job 3                                        | INVALID
          sbatch: error: Memory specification can not be satisfied                                | INVALID
          sbatch: error: Invalid --uid specification                                              | INVALID
          sbatch: error: invalid partition specified: nopart                                      | INVALID
          Slurm accounting storage is disabled                                                    | NO_ACCOUNTING
          """)
  void knownErrorsAreRefusals(String message, Reason reason) throws Exception {
    program("scontrol", "echo 'Note, no nodes' >&2; echo '" + message + "' >&2; exit 1");

    assertThat(refusal("scontrol").reason()).isEqualTo(reason);
    assertThat(refusal("scontrol")).hasMessageContaining(message.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          scontrol: error: Unable to contact slurm controller (connect failure)
          slurm_load_reservations error: Socket timed out on send/recv operation
          scontrol: error: Munge encode failed: Failed to access socket
          Zero Bytes were transmitted or received
          something new
          """)
  void otherErrorsAreFailures(String message) throws Exception {
    program("scontrol", "echo '" + message + "' >&2; exit 1");

    assertThatThrownBy(() -> slurm().reservations())
        .isInstanceOf(SlurmFailure.class)
        .hasMessageContaining(message)
        .hasMessageContaining("exit 1");
  }

  @Test
  void aProgramThatIsNotThereIsAFailure() {
    assertThatThrownBy(() -> slurm().jobs())
        .isInstanceOf(SlurmFailure.class)
        .hasMessageContaining("squeue");
  }

  @Test
  void aReadingWithoutOutputIsAFailureAlthoughItsExitStatusIsZero() throws Exception {
    program("squeue", "exit 0");

    assertThatThrownBy(() -> slurm().jobs()).isInstanceOf(SlurmFailure.class);
  }

  @Test
  void aProgramThatDoesNotEndIsKilledWithItsChildren() throws Exception {
    program("squeue", "sleep 1000 & echo $! >" + folder + "/child; wait");

    assertThatThrownBy(() -> slurm(Duration.ofMillis(500), 1000).jobs())
        .isInstanceOf(SlurmFailure.class)
        .hasMessageContaining("did not end");

    long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
    ProcessHandle.of(child).ifPresent(process -> process.onExit().join());
  }

  @Test
  void anEndlessOutputIsAFailureAndAnEndlessErrorIsNot() throws Exception {
    program("squeue", "exec yes");
    assertThatThrownBy(() -> slurm(Duration.ofSeconds(60), 100_000).jobs())
        .isInstanceOf(SlurmFailure.class);

    program("scontrol", "yes error | head -c 3000000 >&2; echo No reservations in the system");
    assertThat(slurm().reservations()).isEmpty();
  }

  @Test
  void anOutputThatAChildKeepsOpenIsAFailure() throws Exception {
    program("squeue", "sleep 5 & exit 0");

    // the JDK may close the pipe when the program ends: the output is then empty
    assertThatThrownBy(() -> slurm().jobs())
        .isInstanceOf(SlurmFailure.class)
        .hasMessageMatching("(?s).*(did not end|has no header).*");
  }

  @Test
  void namesThatSlurmWouldReadAsSomethingElseAreNotSent() {
    for (var name : List.of("a,b", "n[1-2]", "-r", "a b", "a=b", "", "x\ny", "é")) {
      assertThatThrownBy(() -> slurm().delete(name)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(
              () ->
                  new NewReservation(
                      "r", START, START.plusSeconds(1), List.of(name), List.of("u"), List.of()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () ->
                new NewReservation(
                    "r", START, START.plusMillis(900), List.of("n"), List.of("u"), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new NewReservation(
                    "r", START, START.plusSeconds(1), List.of("n"), List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
