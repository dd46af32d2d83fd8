package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Outputs of Slurm's commands, parsed into records. The outputs in folder 22.05 were recorded. The
 * outputs of later versions were written from the manuals, with the states and keys that these
 * versions add.
 */
final class SlurmTextTest {
  private static final String MARK = "~5eed~";

  private static String recorded(String name) throws IOException {
    try (var file = SlurmTextTest.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IOException("no " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Instant at(long seconds) {
    return Instant.ofEpochSecond(seconds);
  }

  private static String row(String... values) {
    return String.join(MARK, values) + MARK + "\n";
  }

  private static String jobRow(String id, String state, String nodes, String name, String comment) {
    return row(
        id, state, "bob", "main", "(null)", nodes, "(null)", "1000", "2000", "2600", "10:00", "0",
        "None", name, comment);
  }

  private static String header() {
    return SlurmText.JOB_FIELDS.stream().collect(Collectors.joining(MARK, "", MARK + "\n"));
  }

  @Test
  void nodesOf2205() throws Exception {
    var nodes = SlurmText.nodes(recorded("22.05/sinfo.txt"), MARK);

    assertThat(nodes)
        .extracting(node -> node.name() + " " + node.state() + " " + node.reason())
        .containsExactly(
            "n1 ALLOCATED ",
            "n2 RESERVED ",
            "n3 MIXED ",
            "n4 DRAINING soon",
            "n5 IDLE ",
            "n6 DRAINED disk is full: see ticket 7",
            "n7 DOWN Not responding",
            "n8 FAIL fan");
    assertThat(nodes.get(0).partitions())
        .containsExactly(
            new SitePartition("main", true, Optional.of(Duration.ofDays(7))),
            new SitePartition("short", true, Optional.of(Duration.ofHours(1))));
    assertThat(nodes.get(7).partitions()).hasSize(1);
    assertThat(nodes).allMatch(node -> node.cores() == 4 && node.memoryMib() == 2000);
  }

  @Test
  void jobsOf2205() throws Exception {
    var jobs = SlurmText.jobs(recorded("22.05/squeue.txt"), MARK);

    assertThat(jobs)
        .extracting(SiteJob::id)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
    assertThat(jobs.get(3))
        .isEqualTo(
            new SiteJob(
                4,
                "nobody",
                "main",
                "ms:north-17.1.1",
                "7b1d",
                SiteJobState.RUNNING,
                "",
                Optional.of("ms-north-17.1.1"),
                List.of("n1"),
                List.of(),
                Optional.of(at(1795795558)),
                Optional.of(at(1795795559)),
                Optional.of(at(1795795619)),
                Optional.of(Duration.ofMinutes(1)),
                Optional.empty()));
    var waiting = jobs.get(4);
    assertThat(waiting.name()).isEqualTo("local|one");
    assertThat(waiting.comment()).isEqualTo("first line\nsecond ~line~");
    assertThat(waiting.state()).isEqualTo(SiteJobState.PENDING);
    assertThat(waiting.start()).isEmpty();
    assertThat(waiting.limit()).contains(Duration.ofHours(49));
    assertThat(jobs.get(7).limit()).isEmpty(); // UNLIMITED
    assertThat(jobs.get(8).nodes()).containsExactly("n3", "n4");
    assertThat(jobs.get(6).exit()).contains(new ExitStatus(7, 0));
    assertThat(jobs.get(1).exit()).contains(new ExitStatus(0, 12));
  }

  @Test
  void endedJobsOf2205() throws Exception {
    var jobs = SlurmText.jobs(recorded("22.05/squeue-ended.txt"), MARK);

    assertThat(jobs).hasSize(11).allMatch(job -> job.state().isOver());
    assertThat(jobs.get(3).exit()).contains(new ExitStatus(0, 15));
    assertThat(jobs.get(3).nodes()).containsExactly("n1");
    assertThat(jobs.get(4).nodes()).isEmpty();
  }

  @Test
  void reservationsOf2205() throws Exception {
    var found = SlurmText.reservations(recorded("22.05/reservations.txt"));

    assertThat(found)
        .extracting(SiteReservation::name)
        .containsExactly("cores", "ms-north-17.1.1", "ms-north-17.1.2", "ms-north-18.1.1", "power");
    assertThat(found.get(1).isActive()).isTrue();
    assertThat(found.get(1).start()).isEqualTo(at(1795795559));
    assertThat(found.get(1).end()).isEqualTo(at(1795795619));
    assertThat(found.get(3).isActive()).isFalse();
    assertThat(found.get(3).nodes()).containsExactly("n1", "n2", "n4");
    assertThat(found.get(3).users()).containsExactly("nobody");
    assertThat(found.get(4).isMaintenance()).isTrue();
    assertThat(found.get(4).nodes()).hasSize(8);
    assertThat(found.get(0).nodes()).containsExactly("n5");
    assertThat(SlurmText.reservations(recorded("22.05/no-reservations.txt"))).isEmpty();
  }

  @Test
  void reservationsOfLaterVersionsHaveMoreKeysAndTimesThatBegan() throws Exception {
    var text =
        """
        ReservationName=r1 StartTime=1795795559 EndTime=1795799159 Duration=01:00:00 Nodes=a[01-02],b1 NodeCnt=3 CoreCnt=96 Features=(null) PartitionName=main Flags=MAINT,OVERLAP,IGNORE_JOBS,SPEC_NODES,FORCE_START TRES=cpu=96 Users=(null) Groups=(null) Accounts=vo,-other Licenses=(null) State=INACTIVE BurstBuffer=(null) Watts=n/a MaxStartDelay=(null) Comment=power Nodes=9 TRESPerNode=(null) AllowedPartitions=(null) QOS=(null)
        ReservationName=licences StartTime=1795795559 EndTime=1795799159 Duration=01:00:00 Nodes= NodeCnt=0 CoreCnt=0 Features=(null) PartitionName=(null) Flags= TRES=(null) Users=root Groups=(null) Accounts=(null) Licenses=matlab:2 State=ACTIVE
        """;

    var found = SlurmText.reservations(text);

    assertThat(found.get(1).nodes()).containsExactly("a01", "a02", "b1");
    assertThat(found.get(1).flags()).contains("MAINT", "FORCE_START");
    assertThat(found.get(1).users()).isEmpty();
    assertThat(found.get(1).accounts()).containsExactly("vo", "-other");
    assertThat(found.get(0).nodes()).isEmpty();
    assertThat(found.get(0).flags()).isEmpty();
  }

  @Test
  void statesAndExitsOfLaterVersions() throws Exception {
    var text =
        header()
            + row(
                "7",
                "LAUNCH_FAILED",
                "bob",
                "main",
                "",
                "n1",
                "",
                "1000",
                "2000",
                "2001",
                "NOT_SET",
                "0:53",
                "launch failure limit exceeded requeued held",
                "a",
                "")
            + row(
                "8",
                "EXPEDITING",
                "bob",
                "main",
                "",
                "",
                "n[3-4]",
                "1000",
                "3000",
                "3600",
                "Partition_Limit",
                "0:0",
                "None",
                "b",
                "(null)")
            + row(
                "9",
                "PENDING",
                "bob",
                "main,short",
                "N/A",
                "",
                "n[3-4]",
                "1000",
                "3000",
                "3600",
                "INVALID",
                "0:0",
                "Resources",
                "c",
                "N/A");

    var jobs = SlurmText.jobs(text, MARK);

    assertThat(jobs.get(0).state()).isEqualTo(SiteJobState.LAUNCH_FAILED);
    assertThat(jobs.get(0).exit()).contains(new ExitStatus(0, 53));
    assertThat(jobs.get(0).limit()).isEmpty();
    assertThat(jobs.get(1).state()).isEqualTo(SiteJobState.UNKNOWN);
    assertThat(jobs.get(2).plannedNodes()).containsExactly("n3", "n4");
    assertThat(jobs.get(2).start()).contains(at(3000));
    assertThat(jobs.get(2).reservation()).isEmpty();
  }

  @Test
  void accountedJobs() throws Exception {
    var text =
        row("JobIDRaw", "State", "User", "ExitCode", "Submit", "Start", "End", "JobName")
            + row("12", "CANCELLED by 1000", "vo", "0:15", "3000", "3010", "3020", "ms:a.1.1")
            + row("12", "COMPLETED", "vo", "0:0", "1000", "1010", "1020", "ms:a.1.1")
            + row("11", "RUNNING", "vo", "0:0", "3000", "3010", "Unknown", "x\ny|z")
            + row("10", "PENDING", "vo", "0:0", "3000", "Unknown", "Unknown", "w");

    var jobs = SlurmText.accounted(text, MARK);

    assertThat(jobs)
        .extracting(job -> job.id() + " " + job.state() + " " + job.submitted().orElseThrow())
        .containsExactly(
            "10 PENDING 1970-01-01T00:50:00Z",
            "11 RUNNING 1970-01-01T00:50:00Z",
            "12 COMPLETED 1970-01-01T00:16:40Z",
            "12 CANCELLED 1970-01-01T00:50:00Z");
    assertThat(jobs.get(1).end()).isEmpty();
    assertThat(jobs.get(1).exit()).isEmpty();
    assertThat(jobs.get(1).name()).isEqualTo("x\ny|z");
    assertThat(jobs.get(3).exit()).contains(new ExitStatus(0, 15));
    assertThat(SlurmText.accounted(row("JobIDRaw", "", "", "", "", "", "", ""), MARK)).isEmpty();
  }

  @Test
  void accountedFailureIsNoSuccess() throws Exception {
    var text =
        row("JobIDRaw", "State", "User", "ExitCode", "Submit", "Start", "End", "JobName")
            + row("12", "FAILED", "vo", "0:0", "3000", "3010", "3020", "a") // exit 128
            + row("13", "FAILED", "vo", "0:10", "3000", "3010", "3020", "b")
            + row("14", "COMPLETED", "vo", "0:0", "3000", "3010", "3020", "c");

    assertThat(SlurmText.accounted(text, MARK))
        .extracting(job -> job.exit().orElseThrow())
        .containsExactly(new ExitStatus(128, 0), new ExitStatus(0, 10), new ExitStatus(0, 0));
  }

  @Test
  void anEmptyQueueHasAHeader() throws Exception {
    assertThat(SlurmText.jobs(header(), MARK)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "Welcome to the site!\n", "slurm_load_jobs error: x\n"})
  void anOutputWithoutAHeaderIsNoAnswer(String text) {
    assertThatThrownBy(() -> SlurmText.jobs(text, MARK)).isInstanceOf(SlurmFailure.class);
    assertThatThrownBy(() -> SlurmText.nodes(text, MARK)).isInstanceOf(SlurmFailure.class);
    assertThatThrownBy(() -> SlurmText.accounted(text, MARK)).isInstanceOf(SlurmFailure.class);
    assertThatThrownBy(() -> SlurmText.reservations(text)).isInstanceOf(SlurmFailure.class);
  }

  @Test
  void aSiteWithoutNodesIsNoAnswer() {
    assertThatThrownBy(
            () -> SlurmText.nodes(row("NODELIST", "", "", "", "", "", "", "REASON"), MARK))
        .isInstanceOf(SlurmFailure.class);
  }

  @Test
  void bannersAroundTheRowsAreSkipped() throws Exception {
    var text =
        "Welcome!\nMaintenance on Monday: 7|RUNNING\n"
            + header()
            + "Your password expires\n"
            + jobRow("5", "RUNNING", "n1", "a", "b")
            + "bye\n";

    assertThat(SlurmText.jobs(text.replace("Your password expires\n", ""), MARK)).hasSize(1);
    assertThat(SlurmText.reservations("Welcome!\n" + recorded("22.05/reservations.txt")))
        .hasSize(5);
    assertThat(SlurmText.reservations("Hi\n" + recorded("22.05/no-reservations.txt"))).isEmpty();
    assertThat(SlurmText.jobs(text, MARK)).extracting(SiteJob::id).containsExactly(5L);
  }

  @Test
  void namesAndCommentsCannotForgeARow() throws Exception {
    var hostile =
        "x~\n999~RUNNING~~\n" + jobRow("999", "RUNNING", "n9", "a", "b").replace(MARK, "~0000~");

    var jobs =
        SlurmText.jobs(header() + jobRow("5", "RUNNING", "n1", hostile, hostile + "\n\n"), MARK);

    assertThat(jobs).hasSize(1);
    assertThat(jobs.get(0).comment()).startsWith("x~\n999").endsWith("\n\n");
  }

  @Test
  void tenThousandJobsAreRead() throws Exception {
    var text =
        IntStream.rangeClosed(1, 10_000)
            .mapToObj(
                i -> jobRow(String.valueOf(i), "RUNNING", "n[1-" + i % 50 + "]", "j|" + i, "c\nd"))
            .collect(Collectors.joining("", header(), ""));

    assertThat(SlurmText.jobs(text, MARK)).hasSize(10_000);
  }

  @Test
  void anOutputThatIsCutAnywhereIsNoAnswerOrHasWholeRowsOnly() throws Exception {
    var whole = recorded("22.05/squeue.txt");
    var jobs = SlurmText.jobs(whole, MARK);
    for (int length = 0; length < whole.length(); length++) {
      var cut = whole.substring(0, length);
      if (cut.endsWith(MARK + "\n")) {
        // complete rows: only the exit status of the program shows that others are missing
        var parsed = SlurmText.jobs(cut, MARK);
        assertThat(jobs).matches(all -> all.containsAll(parsed));
      } else {
        assertThatThrownBy(() -> SlurmText.jobs(cut, MARK)).isInstanceOf(SlurmFailure.class);
      }
    }
  }

  @Test
  void changedBytesGiveRecordsOrAFailureAndNothingElse() throws Exception {
    var random = new Random(7);
    var texts =
        List.of(
            recorded("22.05/squeue.txt"),
            recorded("22.05/sinfo.txt"),
            recorded("22.05/reservations.txt"));
    for (int i = 0; i < 2000; i++) {
      var text = new StringBuilder(texts.get(i % 3));
      for (int k = random.nextInt(4); k >= 0; k--) {
        int place = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(place, (char) random.nextInt(300));
          case 1 -> text.deleteCharAt(place);
          default -> text.insert(place, "[]-,~=\n 0".charAt(random.nextInt(9)));
        }
      }
      var changed = text.toString();
      for (var parse :
          List.<ThrowingCallable>of(
              () -> SlurmText.jobs(changed, MARK),
              () -> SlurmText.nodes(changed, MARK),
              () -> SlurmText.accounted(changed, MARK),
              () -> SlurmText.reservations(changed))) {
        var thrown = catchThrowable(parse);
        assertThat(thrown == null || thrown instanceof SlurmFailure).as("%s", thrown).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1-00:00:00, P1D",
    "2-01:00:00, P2DT1H",
    "1:00:00, PT1H",
    "10:00, PT10M",
    "0:30, PT30S",
    "365-00:00:00, P365D"
  })
  void durations(String text, Duration duration) {
    assertThat(SlurmTimes.duration(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"UNLIMITED", "infinite", "NOT_SET", "INVALID", "", "5", "1-", "n/a", "-1:00"})
  void otherDurationsAreNone(String text) {
    assertThat(SlurmTimes.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"N/A", "NONE", "Unknown", "0", "", "2026-11-26T12:00:00", "-5"})
  void otherTimesAreNone(String text) {
    assertThat(SlurmTimes.time(text)).isEmpty();
  }
}
