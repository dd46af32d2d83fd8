package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Runs as batch jobs: what each Slurm, real or simulated, must do. */
abstract class SlurmRunsContract extends RunsOnSite {
  @Test
  void aRunStartsAtItsInstantAndItsExitAndOutputAreThere() throws Exception {
    var line = "date +%s%3N; cat input >&2; exit 7";
    var input = List.of(new io.metasched.service.run.StagedFile("input", "in", false));
    var spec = start(prepare(spec("a", 0, line, 120).withInput(input)));

    var end = await(spec, RunFact.Ended.class);

    assertThat(end.exitStatus()).isEqualTo(7);
    assertThat(end.cause()).isEqualTo(EndCause.EXITED);
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Ended");
    long late = times(spec).get(0) - spec.windowStart().toEpochMilli();
    assertThat(late).isBetween(0L, 20_000L);
    assertThat(await(spec, RunFact.Started.class).at())
        .isBetween(spec.windowStart(), spec.windowStart().plusMillis(late));
    var errors = get(runs().output(spec.id(), OutputStreamName.STDERR, 0, 9));
    assertThat(new String(errors.bytes(), StandardCharsets.UTF_8)).isEqualTo("in");
    assertThat(errors.complete()).isTrue();
  }

  @Test
  void withoutAnOrderNothingStarts() throws Exception {
    expectNoStart();
    var spec = prepare(spec("a", 0, "echo ran", 60));
    await(spec, RunFact.Ready.class);

    var refused = await(spec, RunFact.Refused.class);

    assertThat(refused.reason()).startsWith("no order to start it arrived until ");
    assertThat(file(spec, "job")).doesNotExist();
    assertThat(output(spec)).isEmpty();
    get(runs().start(spec.id(), spec.windowStart()));
    assertThat(kinds(spec)).containsExactly("Ready", "Refused");
  }

  @Test
  void withoutAReservationNothingIsReady() throws Exception {
    expectNoStart();
    var spec = spec("a", 0, "echo ran", 60);
    get(runs().prepare(spec));
    get(runs().start(spec.id(), spec.windowStart()));

    assertThat(await(spec, RunFact.Refused.class).reason())
        .startsWith("the site did not have it ready by ")
        .contains("eservation");
    assertThat(kinds(spec)).containsExactly("Refused");
  }

  @Test
  void aCancelledRunEndsOrNeverStarts() throws Exception {
    var first = prepare(spec("a", 0, "echo ran; exec sleep 1000", 60));
    var second = prepare(spec("a", 1, "echo ready; exec sleep 1000", 60));
    start(first);
    get(runs().cancel(first.id(), "changed my mind"));
    start(second);
    await(second, RunFact.Started.class);

    get(runs().cancel(second.id(), "changed my mind"));

    // on a busy machine, its window has begun before it is cancelled
    if (awaitEnd(first) instanceof RunFact.Refused refused) {
      assertThat(refused.reason()).isEqualTo("it was cancelled: changed my mind");
      assertThat(output(first)).isEmpty();
    } else {
      assertThat(await(first, RunFact.Ended.class).cause()).isEqualTo(EndCause.CANCELLED);
    }
    assertThat(await(second, RunFact.Ended.class).cause()).isEqualTo(EndCause.CANCELLED);
    assertThat(output(second)).isEqualTo("ready\n");
    until("no job is left", () -> slurm().jobs().stream().allMatch(job -> job.state().isOver()));
  }

  @Test
  void aSignalReachesTheCommand() throws Exception {
    var line = "trap 'echo usr' USR2; trap 'exit 4' USR1; echo ready; while :; do sleep 0.02; done";
    var spec = start(prepare(spec("a", 0, line, 60)));
    until("it has its traps", () -> output(spec).equals("ready\n"));
    await(spec, RunFact.Started.class);

    get(runs().signal(spec.id(), "USR2"));
    until("it has the signal", () -> output(spec).equals("ready\nusr\n"));
    get(runs().signal(spec.id(), "SIGUSR1"));

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(4);
    assertThatThrownBy(() -> get(runs().signal(spec.id(), "NONE")))
        .hasMessageContaining("allowed is HUP, INT");
  }

  @Test
  void aDeafCommandIsEndedAtTheEndOfItsWindow() throws Exception {
    var line = "trap '' TERM; while :; do date +%s%3N; sleep 0.02; done";
    var spec = start(prepare(spec("a", 0, line, 5)));

    var end = await(spec, RunFact.Ended.class);

    assertThat(end.cause()).isEqualTo(EndCause.TIME_LIMIT);
    assertThat(end.exitStatus()).isEqualTo(137);
    var times = times(spec);
    long last = times.get(times.size() - 1) - spec.windowEnd().toEpochMilli();
    assertThat(last).isBetween(-500L, 2000L); // at most 100 on an idle machine
  }

  @Test
  void aCommandKnowsItsJobAndNothingOfItsAgent() throws Exception {
    var line = "env | cut -d= -f1 | sort | tr '\\n' ' '; id -un";
    var spec =
        start(
            prepare(
                spec("a", 0, line, 60)
                    .withEnvironment(new TreeMap<>(java.util.Map.of("SCENE", "it's")))));

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isZero();

    assertThat(output(spec))
        .matches(
            "(?s)HOME METASCHED_ACCOUNT METASCHED_ATTEMPT METASCHED_FOLDER METASCHED_JOB_ID"
                + " METASCHED_NODE METASCHED_PART METASCHED_RUN METASCHED_WINDOW_END PATH PWD SCENE"
                + "( SHLVL)?( SLURMD_NODENAME)?( SLURM_CONF)?( SLURM_CPUS_ON_NODE)? SLURM_JOB_ID"
                + "( TZ)?( _)? "
                + (IS_ROOT ? USER : System.getProperty("user.name"))
                + "\n");
  }

  @Test
  void aRunSurvivesItsAgentInEachPhase() throws Exception {
    var spec = prepare(spec("a", 0, "echo run >>count; cat count; exit 3", 60));
    reopen();
    await(spec, RunFact.Ready.class);
    reopen();
    start(spec);
    reopen();
    await(spec, RunFact.Started.class);
    reopen();

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(3);

    reopen();
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Ended");
    assertThat(output(spec)).isEqualTo("run\n");
    get(runs().acknowledge(spec.id()));
    assertThat(kinds(spec)).isEmpty();
    assertThat(slurm().jobs()).filteredOn(job -> job.comment().equals(spec.digest())).hasSize(1);
  }

  @Test
  void everyCommandMayBeRepeatedAndAnotherSpecIsRefused() throws Exception {
    var spec = prepare(spec("a", 0, "echo ran", 60));
    start(spec);
    get(runs().prepare(spec)); // shortly before its start, a run that is not ready has no success
    start(spec);
    await(spec, RunFact.Ended.class);
    get(runs().prepare(spec));
    get(runs().start(spec.id(), spec.windowStart()));

    assertThat(output(spec)).isEqualTo("ran\n");
    assertThatThrownBy(() -> get(runs().prepare(spec.withAccount("biology"))))
        .hasMessageContaining("a.1.0 is known with another spec");
  }

  @Test
  void theSiteEndsARunAndItIsLost() throws Exception {
    var spec = start(prepare(spec("a", 0, "echo ran; exec sleep 1000", 60)));
    await(spec, RunFact.Started.class);
    var ids = slurm().jobs().stream().filter(j -> j.comment().equals(spec.digest())).toList();

    slurm().cancel(List.of(ids.get(0).id()));

    await(spec, RunFact.Lost.class);
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Lost");
    reopen();
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Lost");
  }

  @Test
  void aRunOfALongerWindowKeepsItsNodeUntilTheNextReservation() throws Exception {
    var spec = spec("a", 0, "echo ran; exec sleep 1000", 90);
    reserve("next", spec.windowEnd());
    start(prepare(spec));
    await(spec, RunFact.Started.class);

    awaitLimitAtEndOfWindow(spec);
  }

  @Test
  void aRunOfAWindowBelowAMinuteLeavesItsNodeToALaterReservation() throws Exception {
    var spec = start(prepare(spec("a", 0, "exec sleep 1000", 20)));
    await(spec, RunFact.Started.class);

    awaitLimitAtEndOfWindow(spec);

    reserve("next", spec.windowEnd()); // refused if the job may use the node
  }

  private void awaitLimitAtEndOfWindow(RunSpec spec) throws Exception {
    until(
        "its limit is the end of the window",
        () ->
            slurm().jobs().stream()
                .filter(job -> job.comment().equals(spec.digest()))
                .anyMatch(job -> job.end().equals(Optional.of(spec.windowEnd()))));
  }

  private void reserve(String name, Instant start) throws SlurmException {
    slurm()
        .create(
            new NewReservation(
                name, start, start.plusSeconds(60), List.of("n1"), List.of(USER), List.of()));
  }
}
