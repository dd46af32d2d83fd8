package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.site.slurm.AccountedJob;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmFailure;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ended jobs from the accounting of a site. */
final class BatchAccountingTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final List<BatchAccounting.Absent> ABSENT =
      List.of(new BatchAccounting.Absent("ms-a.1.0", "digest", NOON));

  private final List<AccountedJob> accounted = new ArrayList<>();
  private @Nullable SlurmException failure;
  private int calls;
  private final BatchAccounting accounting = new BatchAccounting(site(), List.of("vo"));

  /** Returns the commands of a site that only answers about its accounting. */
  private SlurmCommands site() {
    return (SlurmCommands)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SlurmCommands.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("accounted");
              calls++;
              if (failure != null) {
                throw failure;
              }
              return List.copyOf(accounted);
            });
  }

  private static AccountedJob job(long id, String user, SiteJobState state, int submitted) {
    return new AccountedJob(
        id,
        "ms-a.1.0",
        user,
        state,
        Optional.empty(),
        Optional.of(NOON.plusSeconds(submitted)),
        Optional.empty(),
        Optional.empty());
  }

  private List<SiteJob> ended(int second) {
    return accounting.ended(ABSENT, NOON.plusSeconds(second));
  }

  @Test
  void lastEndedJobOfOurUserIsFoundAndKeptWhileItIsAbsent() {
    accounted.add(job(9, "vo", SiteJobState.NODE_FAIL, 5));
    accounted.add(job(7, "vo", SiteJobState.CANCELLED, 1));
    accounted.add(job(8, "eve", SiteJobState.COMPLETED, 9));

    var found = ended(0).get(0);

    assertThat(found.id()).isEqualTo(9);
    assertThat(found.state()).isEqualTo(SiteJobState.NODE_FAIL);
    assertThat(found.comment()).isEqualTo("digest");
    assertThat(ended(60)).containsExactly(found);
    assertThat(calls).isOne();
    assertThat(accounting.ended(List.of(), NOON.plusSeconds(61))).isEmpty();
    assertThat(calls).isOne();
  }

  @Test
  void jobThatMayRunHasNotEnded() {
    accounted.add(job(9, "vo", SiteJobState.CANCELLED, 5));
    accounted.add(job(7, "vo", SiteJobState.RUNNING, 1));

    assertThat(ended(0)).isEmpty();
    assertThat(ended(9)).isEmpty();
    assertThat(calls).isOne();
    accounted.remove(1);
    assertThat(ended(10)).hasSize(1);
  }

  @Test
  void lateAccountingIsAskedAgainAndAMissingOneSeldom() {
    failure = new SlurmFailure("sacct: no answer");
    assertThat(ended(0)).isEmpty();
    failure = new SlurmRefusal(SlurmRefusal.Reason.NO_ACCOUNTING, "disabled");
    assertThat(ended(10)).isEmpty();
    assertThat(ended(599)).isEmpty();
    assertThat(calls).isEqualTo(2);

    failure = null;
    accounted.add(job(9, "vo", SiteJobState.CANCELLED, 5));

    assertThat(ended(610)).hasSize(1);
  }
}
