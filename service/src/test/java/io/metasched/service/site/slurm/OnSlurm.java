package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.site.slurm.SlurmRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;

/**
 * Empty Slurm with the nodes n1 to n8 for each test, real or simulated, and common steps of the
 * tests.
 */
abstract class OnSlurm {
  static final BatchSubmission.User OURS = new BatchSubmission.User("nobody", "nogroup");
  static final BatchSubmission.User LOCAL = new BatchSubmission.User("daemon", "daemon");
  static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofMillis(100);
  private static final int MOST_STEPS = 300;

  /** Script of a job, and its behavior in the simulation. */
  enum Work {
    FAILS("sleep 1\nexit 7"),
    LONG("exec sleep 60"),
    WAITS_FOR_GO(
        """
        go=no
        trap 'go=yes' USR2
        i=0
        while [ $go = no ]; do
          [ $i -lt 40 ] || exit 111
          i=$((i + 1))
          sleep 0.1
        done
        """);

    private final String script;

    Work(String script) {
      this.script = script;
    }

    /** Returns the simulated behavior of a job of these tests. */
    static FakeBatch of(BatchSubmission job) {
      return switch (valueOf(job.comment())) {
        case FAILS -> FakeBatch.of(Duration.ofSeconds(1), 7);
        case LONG -> FakeBatch.of(Duration.ofSeconds(60), 0);
        case WAITS_FOR_GO ->
            new FakeBatch(Duration.ZERO, 0, true, Optional.of(Duration.ofSeconds(4)));
      };
    }
  }

  abstract SlurmCommands slurm();

  abstract Instant now();

  /** Waits, or advances the simulated clock. */
  abstract void pass(Duration time) throws InterruptedException;

  abstract void drain(String node, String reason) throws SlurmException;

  abstract void resume(String node) throws SlurmException;

  /** Creates a maintenance reservation on a node. */
  abstract void maintain(String name, Instant start, Instant end, String node)
      throws SlurmException;

  /** Returns a folder in which jobs may write. */
  abstract String output();

  @AfterEach
  void clean() throws Exception {
    for (var node : slurm().nodes()) {
      if (!node.reason().isEmpty()) {
        resume(node.name());
      }
    }
    slurm()
        .cancel(slurm().jobs().stream().filter(j -> !j.state().isOver()).map(SiteJob::id).toList());
    await(() -> slurm().jobs().stream().allMatch(job -> job.state().isOver()));
    for (var reservation : slurm().reservations()) {
      try {
        slurm().delete(reservation.name());
      } catch (SlurmRefusal isOver) {
        assertThat(isOver.reason()).isEqualTo(Reason.UNKNOWN_NAME);
      }
    }
  }

  void await(Callable<Boolean> condition) throws Exception {
    for (int i = 0; !condition.call(); i++) {
      assertThat(i)
          .as("steps of 0.1 s\n%s\n%s", slurm().jobs(), slurm().reservations())
          .isLessThan(MOST_STEPS);
      pass(STEP);
    }
  }

  void awaitState(long id, SiteJobState state) throws Exception {
    await(() -> job(id).state() == state);
  }

  Instant in(int seconds) {
    return now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
  }

  static NewReservation request(String name, Instant from, int seconds, String... nodes) {
    return new NewReservation(
        name, from, from.plusSeconds(seconds), List.of(nodes), List.of(OURS.name()), List.of());
  }

  SiteReservation reservation(String name) throws SlurmException {
    return slurm().reservations().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  SiteJob job(long id) throws SlurmException {
    return slurm().jobs().stream().filter(job -> job.id() == id).findFirst().orElseThrow();
  }

  SiteNode node(String name) throws SlurmException {
    return slurm().nodes().stream().filter(n -> n.name().equals(name)).findFirst().orElseThrow();
  }

  long submit(Work work, String node, Optional<String> reservation) throws SlurmException {
    return submit(work, node, reservation, reservation.isPresent() ? OURS : LOCAL, MINUTE);
  }

  long submit(
      Work work,
      String node,
      Optional<String> reservation,
      BatchSubmission.User user,
      Duration limit)
      throws SlurmException {
    return slurm()
        .submit(
            new BatchSubmission(
                "ms:" + work + "|" + node,
                work.name(),
                "#!/bin/sh\n" + work.script + "\n",
                List.of(node),
                limit,
                reservation,
                Optional.empty(),
                Optional.empty(),
                Optional.of(user),
                "/",
                output() + "/%j"));
  }

  static Reason refusal(ThrowingCallable call) {
    return catchThrowableOfType(SlurmRefusal.class, call).reason();
  }
}
