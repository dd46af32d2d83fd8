package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.site.slurm.SlurmRefusal.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Behavior on which the program relies, of a Slurm cluster with the nodes n1 to n8. The real and
 * the simulated Slurm must pass all tests. Each test leaves the site empty.
 */
abstract class SlurmContract extends OnSlurm {
  @Test
  void anIdleSiteHasItsNodesAndNoReservations() throws Exception {
    await(() -> slurm().nodes().stream().allMatch(node -> node.state() == SiteNodeState.IDLE));
    var nodes = slurm().nodes();

    assertThat(nodes).hasSize(8).allMatch(node -> !node.isSilent());
    assertThat(nodes.get(1))
        .isEqualTo(
            new SiteNode(
                "n2",
                SiteNodeState.IDLE,
                false,
                "",
                4,
                1000,
                List.of(new SitePartition("main", true, Optional.of(Duration.ofDays(7))))));
    assertThat(slurm().reservations()).isEmpty();
    assertThat(slurm().jobs()).allMatch(job -> job.state().isOver());
  }

  @Test
  void jobsAreSelectedByUserAndByState() throws Exception {
    long running = submit(Work.LONG, "n1", Optional.empty());
    awaitState(running, SiteJobState.RUNNING);
    long waiting = submit(Work.LONG, "n1", Optional.empty());
    long ours = submit(Work.LONG, "n2", Optional.empty(), OURS, MINUTE);
    awaitState(ours, SiteJobState.RUNNING);

    assertThat(slurm().jobsOnNodes()).extracting(SiteJob::id).containsExactly(running, ours);
    assertThat(slurm().jobsOf(List.of(OURS.name())))
        .filteredOn(job -> !job.state().isOver())
        .containsExactly(job(ours));
    assertThat(slurm().jobsOf(List.of(LOCAL.name())))
        .filteredOn(job -> !job.state().isOver())
        .extracting(SiteJob::id)
        .containsExactly(running, waiting);
  }

  @Test
  void aReservationIsKeptToTheSecond() throws Exception {
    var start = in(601);

    slurm().create(request("ms-a.1_b", start.plusMillis(700), 61, "n1", "n3", "n4"));

    assertThat(slurm().reservations()).hasSize(1);
    var found = reservation("ms-a.1_b");
    assertThat(found.start()).isEqualTo(start);
    assertThat(found.end()).isEqualTo(start.plusSeconds(61));
    assertThat(found.nodes()).containsExactly("n1", "n3", "n4");
    assertThat(found.users()).containsExactly("nobody");
    assertThat(found.isActive()).isFalse();
    assertThat(found.isMaintenance()).isFalse();
  }

  @Test
  void anOverlapIsRefusedAndAnAdjacentReservationIsNot() throws Exception {
    var start = in(600);
    slurm().create(request("one", start, 60, "n1", "n2"));

    assertThat(refusal(() -> slurm().create(request("two", start.plusSeconds(59), 60, "n2", "n3"))))
        .isEqualTo(Reason.OVERLAPS);
    slurm().create(request("two", start.plusSeconds(60), 60, "n2"));
    slurm().create(request("three", start.minusSeconds(60), 60, "n2"));
    slurm().create(request("four", start, 60, "n3"));

    assertThat(slurm().reservations()).hasSize(4);
  }

  @Test
  void aNameIsTakenOnce() throws Exception {
    var start = in(600);
    slurm().create(request("one", start, 60, "n1"));

    assertThat(refusal(() -> slurm().create(request("one", start.plusSeconds(600), 60, "n2"))))
        .isEqualTo(Reason.NAME_TAKEN);
    // times are compared first
    assertThat(refusal(() -> slurm().create(request("one", start, 60, "n1"))))
        .isEqualTo(Reason.OVERLAPS);

    assertThat(reservation("one").nodes()).containsExactly("n1");
    assertThat(reservation("one").start()).isEqualTo(start);
  }

  @Test
  void aStartALittleInThePastIsAcceptedOneLongAgoIsRefused() throws Exception {
    assertThat(refusal(() -> slurm().create(request("long-past", in(-700), 900, "n1"))))
        .isEqualTo(Reason.INVALID);
    slurm().create(request("begun", in(-100), 900, "n1"));

    assertThat(reservation("begun").isActive()).isTrue();
    assertThat(refusal(() -> slurm().create(request("nowhere", in(600), 60, "n1", "n99"))))
        .isEqualTo(Reason.UNKNOWN_NODE);
  }

  @Test
  void theLimitOfARunningJobIsExtendedToTheSecond() throws Exception {
    var start = in(2);
    slurm().create(request("first", start, 90, "n1"));
    slurm().create(request("next", start.plusSeconds(90), 60, "n1"));
    long id = submit(Work.LONG, "n1", Optional.of("first"));
    assertThat(refusal(() -> slurm().extend(id, start.plusSeconds(90)))).isEqualTo(Reason.INVALID);
    awaitState(id, SiteJobState.RUNNING);

    slurm().extend(id, start.plusSeconds(90));

    assertThat(job(id).end()).contains(start.plusSeconds(90));
    slurm().create(request("after-next", start.plusSeconds(150), 60, "n1"));
  }

  @Test
  void aRunningJobKeepsItsNodeUntilItsLimit() throws Exception {
    long id = submit(Work.LONG, "n1", Optional.empty());
    awaitState(id, SiteJobState.RUNNING);
    var running = job(id);
    var end = running.end().orElseThrow();

    assertThat(end).isEqualTo(running.start().orElseThrow().plus(MINUTE));
    assertThat(running.nodes()).containsExactly("n1");
    assertThat(running.user()).isEqualTo("daemon");
    assertThat(running.limit()).contains(MINUTE);
    assertThat(running.reservation()).isEmpty();
    assertThat(running.name()).isEqualTo("ms:LONG|n1");
    assertThat(node("n1").state()).isEqualTo(SiteNodeState.ALLOCATED);
    assertThat(refusal(() -> slurm().create(request("early", end.minusSeconds(1), 60, "n1"))))
        .isEqualTo(Reason.NODES_BUSY);
    slurm().create(request("late", end, 60, "n1"));
  }

  @Test
  void aDrainedNodeCanBeReservedButStartsNothing() throws Exception {
    drain("n5", "disk full, see ticket 7");
    await(() -> node("n5").state() == SiteNodeState.DRAINED);
    slurm().create(request("on-drained", in(1), 120, "n5"));
    long id = submit(Work.LONG, "n5", Optional.of("on-drained"));
    pass(Duration.ofSeconds(3));

    assertThat(node("n5").reason()).isEqualTo("disk full, see ticket 7");
    assertThat(job(id).state()).isEqualTo(SiteJobState.PENDING);
    assertThat(job(id).nodes()).isEmpty();
    resume("n5");
    awaitState(id, SiteJobState.RUNNING);
    drain("n5", "again");
    await(() -> node("n5").state() == SiteNodeState.DRAINING);
    assertThat(job(id).state()).isEqualTo(SiteJobState.RUNNING);
  }

  @Test
  void maintenanceIsLaidOverOursAndOursOverMaintenanceAndThenNothingStarts() throws Exception {
    var start = in(2);
    slurm().create(request("ours", start, 120, "n1"));
    maintain("power", start.minusSeconds(1), start.plusSeconds(500), "n1");
    slurm().create(request("later", start.plusSeconds(200), 60, "n1"));
    long id = submit(Work.LONG, "n1", Optional.of("ours"));
    await(() -> reservation("ours").isActive());
    pass(Duration.ofSeconds(2));

    assertThat(job(id).state()).isEqualTo(SiteJobState.PENDING);
    await(() -> node("n1").state() == SiteNodeState.MAINT);
    assertThat(reservation("power").isMaintenance()).isTrue();
    assertThat(reservation("later").isMaintenance()).isFalse();
  }

  @Test
  void aReservationMovesAsAWholeOrNotAtAll() throws Exception {
    var start = in(600);
    slurm().create(request("moved", start, 60, "n1"));
    slurm().create(request("other", start.plusSeconds(100), 60, "n1"));

    slurm()
        .update(
            "moved",
            ReservationChange.to(start.minusSeconds(50), start.minusSeconds(10), List.of("n1")));
    assertThat(
            refusal(
                () ->
                    slurm()
                        .update(
                            "moved",
                            ReservationChange.to(
                                start.plusSeconds(110), start.plusSeconds(120), List.of("n1")))))
        .isEqualTo(Reason.OVERLAPS);
    assertThat(reservation("moved").start()).isEqualTo(start.minusSeconds(50));
    slurm()
        .update(
            "moved",
            new ReservationChange(
                Optional.empty(), Optional.empty(), Optional.of(List.of("n2", "n3"))));

    var found = reservation("moved");
    assertThat(found.nodes()).containsExactly("n2", "n3");
    assertThat(found.start()).isEqualTo(start.minusSeconds(50));
    assertThat(found.end()).isEqualTo(start.minusSeconds(10));
    assertThat(refusal(() -> slurm().update("none", ReservationChange.endAt(start))))
        .isEqualTo(Reason.UNKNOWN_NAME);
    assertThat(
            refusal(
                () ->
                    slurm()
                        .update(
                            "moved",
                            new ReservationChange(
                                Optional.empty(), Optional.empty(), Optional.of(List.of("n99"))))))
        .isEqualTo(Reason.UNKNOWN_NODE);
  }

  @Test
  void theEndOfABegunReservationMovesItsStartDoesNot() throws Exception {
    var start = in(-5);
    slurm().create(request("begun", start, 60, "n1"));

    slurm().update("begun", ReservationChange.endAt(start.plusSeconds(600)));
    slurm().update("begun", ReservationChange.endAt(start.plusSeconds(30)));

    assertThat(reservation("begun").end()).isEqualTo(start.plusSeconds(30));
    assertThat(
            refusal(
                () ->
                    slurm()
                        .update(
                            "begun",
                            ReservationChange.to(in(10), start.plusSeconds(60), List.of("n1")))))
        .isEqualTo(Reason.INVALID);
    assertThat(
            refusal(() -> slurm().update("begun", ReservationChange.endAt(start.minusSeconds(1)))))
        .isEqualTo(Reason.INVALID);
    assertThat(reservation("begun").end()).isEqualTo(start.plusSeconds(30));
  }

  @Test
  void aReservationInUseIsNotDeleted() throws Exception {
    slurm().create(request("used", in(600), 60, "n1"));
    long id = submit(Work.LONG, "n1", Optional.of("used"));

    assertThat(refusal(() -> slurm().delete("used"))).isEqualTo(Reason.IN_USE);
    slurm().cancel(List.of(id));
    slurm().delete("used");

    assertThat(slurm().reservations()).isEmpty();
    assertThat(refusal(() -> slurm().delete("used"))).isEqualTo(Reason.UNKNOWN_NAME);
    assertThat(job(id).state()).isEqualTo(SiteJobState.CANCELLED);
  }

  @Test
  void aJobRunsInItsReservationAndItsExitIsReported() throws Exception {
    var start = in(2);
    slurm().create(request("window", start, 60, "n1"));
    long id = submit(Work.FAILS, "n1", Optional.of("window"));

    assertThat(job(id).state()).isEqualTo(SiteJobState.PENDING);
    assertThat(job(id).reservation()).contains("window");
    assertThat(job(id).comment()).isEqualTo("FAILS");
    awaitState(id, SiteJobState.FAILED);

    var over = job(id);
    assertThat(over.exit()).contains(new ExitStatus(7, 0));
    assertThat(over.start().orElseThrow()).isBetween(start, start.plusSeconds(20));
    assertThat(over.end().orElseThrow()).isAfter(over.start().orElseThrow());
    assertThat(over.nodes()).containsExactly("n1");
    await(() -> node("n1").state() == SiteNodeState.RESERVED);
    slurm().delete("window");
    await(() -> node("n1").state() == SiteNodeState.IDLE);
  }

  @Test
  void jobsThatCannotBeAreRefusedOnSubmission() throws Exception {
    slurm().create(request("window", in(600), 60, "n1"));

    assertThat(refusal(() -> submit(Work.LONG, "n1", Optional.of("window"), LOCAL, MINUTE)))
        .isEqualTo(Reason.NOT_PERMITTED);
    assertThat(refusal(() -> submit(Work.LONG, "n1", Optional.of("none"))))
        .isEqualTo(Reason.UNKNOWN_NAME);
    assertThat(refusal(() -> submit(Work.LONG, "n99", Optional.empty())))
        .isEqualTo(Reason.UNKNOWN_NODE);
  }

  @Test
  void aJobWhoseLimitOrNodeDoesNotFitWaitsAndOneLongerThanItsReservationDoesNot() throws Exception {
    var start = in(2);
    slurm().create(request("first", start, 30, "n1"));
    slurm().create(request("next", start.plusSeconds(30), 60, "n1"));
    slurm().create(request("whole-minute", start, 60, "n2"));
    slurm().create(request("after-it", start.plusSeconds(90), 60, "n2"));
    slurm().create(request("alone", start, 30, "n3"));
    long reachesNext = submit(Work.LONG, "n1", Optional.of("first"));
    long fits = submit(Work.LONG, "n2", Optional.of("whole-minute"));
    long longer = submit(Work.LONG, "n3", Optional.of("alone"), OURS, MINUTE.multipliedBy(5));
    long otherNode = submit(Work.LONG, "n4", Optional.of("alone"));
    awaitState(fits, SiteJobState.RUNNING);
    awaitState(longer, SiteJobState.RUNNING);
    pass(Duration.ofSeconds(2));

    assertThat(job(reachesNext).state()).isEqualTo(SiteJobState.PENDING);
    assertThat(job(reachesNext).reason()).isEqualTo("BadConstraints");
    assertThat(job(otherNode).state()).isEqualTo(SiteJobState.PENDING);
    assertThat(job(otherNode).reason()).isEqualTo("BadConstraints");
  }

  @Test
  void cancelledJobsEndAndThoseThatAreGoneAreIgnored() throws Exception {
    slurm().create(request("later", in(600), 60, "n1"));
    long waiting = submit(Work.LONG, "n1", Optional.of("later"));
    long running = submit(Work.LONG, "n2", Optional.empty());
    awaitState(running, SiteJobState.RUNNING);

    slurm().cancel(List.of(999_999L, waiting, running));
    awaitState(running, SiteJobState.CANCELLED);
    slurm().cancel(List.of(waiting, running));

    assertThat(job(waiting).state()).isEqualTo(SiteJobState.CANCELLED);
    assertThat(job(waiting).nodes()).isEmpty();
    slurm().cancel(List.of());
  }

  @Test
  void aScriptStartsByASignalOrNotAtAll() throws Exception {
    slurm().create(request("later", in(600), 60, "n4"));
    long waiting = submit(Work.WAITS_FOR_GO, "n4", Optional.of("later"));
    long told = submit(Work.WAITS_FOR_GO, "n1", Optional.empty());
    long untold = submit(Work.WAITS_FOR_GO, "n2", Optional.empty());
    long deaf = submit(Work.LONG, "n3", Optional.empty());
    for (var id : List.of(told, untold, deaf)) {
      awaitState(id, SiteJobState.RUNNING);
    }
    pass(Duration.ofSeconds(1)); // until the scripts have set their traps

    slurm().signal(List.of(999_999L, waiting, told, deaf), "USR2");
    awaitState(told, SiteJobState.COMPLETED);
    awaitState(untold, SiteJobState.FAILED);
    awaitState(deaf, SiteJobState.FAILED);

    assertThat(job(told).exit()).contains(new ExitStatus(0, 0));
    assertThat(job(untold).exit()).contains(new ExitStatus(FakeBatch.REFUSED, 0));
    assertThat(job(deaf).exit()).contains(new ExitStatus(0, 12));
    assertThat(job(waiting).state()).isEqualTo(SiteJobState.PENDING);
    slurm().signal(List.of(told), "USR2");
  }

  @Test
  void aLocalJobWaitsForAReservationAndStartsWhenItIsDeleted() throws Exception {
    slurm().create(request("ours", in(20), 600, "n1"));
    long local = submit(Work.LONG, "n1", Optional.empty());
    pass(Duration.ofSeconds(2));
    assertThat(job(local).state()).isEqualTo(SiteJobState.PENDING);

    slurm().delete("ours");

    awaitState(local, SiteJobState.RUNNING);
  }
}
