package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.agent.process.BatchOutcome.After;
import io.metasched.service.agent.process.BatchOutcome.Before;
import io.metasched.service.agent.process.BatchOutcome.Fault;
import io.metasched.service.run.EndCause;
import io.metasched.service.site.slurm.SiteJobState;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conclusions from all states of a batch job. */
final class BatchOutcomeTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          PENDING,       WAITS,   LOST,               SITE
          REQUEUED,      WAITS,   LOST,               SITE
          REQUEUE_FED,   WAITS,   LOST,               SITE
          REQUEUE_HOLD,  WAITS,   LOST,               SITE
          RESV_DEL_HOLD, WAITS,   LOST,               SITE
          SPECIAL_EXIT,  WAITS,   LOST,               SITE
          CONFIGURING,   WAITS,   RUNS,               NONE
          POWER_UP_NODE, WAITS,   RUNS,               NONE
          RUNNING,       WAITS,   RUNS,               NONE
          SUSPENDED,     WAITS,   RUNS,               NONE
          STOPPED,       WAITS,   RUNS,               NONE
          RESIZING,      WAITS,   RUNS,               NONE
          SIGNALING,     WAITS,   RUNS,               NONE
          STAGE_OUT,     WAITS,   RUNS,               NONE
          COMPLETING,    WAITS,   RUNS,               NONE
          UPDATE_DB,     WAITS,   RUNS,               NONE
          UNKNOWN,       WAITS,   RUNS,               NONE
          COMPLETED,     REFUSED, LOST,               NONE
          CANCELLED,     REFUSED, CANCELLED_OR_LOST,  SITE
          FAILED,        REFUSED, LOST,               NONE
          TIMEOUT,       REFUSED, TIME_LIMIT_OR_LOST, SITE
          OUT_OF_MEMORY, REFUSED, OUT_OF_MEMORY,      JOB
          DEADLINE,      REFUSED, LOST,               SITE
          PREEMPTED,     REFUSED, LOST,               SITE
          NODE_FAIL,     REFUSED, LOST,               SITE
          BOOT_FAIL,     REFUSED, LOST,               SITE
          LAUNCH_FAILED, REFUSED, LOST,               SITE
          RECONFIG_FAIL, REFUSED, LOST,               SITE
          REVOKED,       REFUSED, LOST,               SITE
          """)
  void eachStateHasAnOutcome(SiteJobState state, Before before, After after, Fault fault) {
    assertThat(BatchOutcome.of(state)).isEqualTo(new BatchOutcome(before, after, fault));
  }

  @ParameterizedTest
  @CsvSource({
    "OUT_OF_MEMORY, false, false, OUT_OF_MEMORY",
    "OUT_OF_MEMORY, true, true, OUT_OF_MEMORY",
    "CANCELLED, true, false, CANCELLED",
    "CANCELLED, false, true,",
    "TIMEOUT, false, true, TIME_LIMIT",
    "TIMEOUT, false, false,",
    "TIMEOUT, true, true, CANCELLED",
    "NODE_FAIL, false, true,",
    "NODE_FAIL, true, false, CANCELLED",
    "FAILED, false, false,"
  })
  void aStartedRunWithoutExitStatusEndsOrIsLost(
      SiteJobState state, boolean isOrdered, boolean isWindowOver, EndCause cause) {
    assertThat(BatchOutcome.of(state).cause(isOrdered, isWindowOver))
        .isEqualTo(Optional.ofNullable(cause));
  }

  @Test
  void theSignalsOfASiteAreKnownByTheStateOfTheJob() {
    assertThat(SiteJobState.values())
        .filteredOn(BatchOutcome::isByOthers)
        .containsExactlyInAnyOrder(
            SiteJobState.CANCELLED,
            SiteJobState.TIMEOUT,
            SiteJobState.DEADLINE,
            SiteJobState.PREEMPTED,
            SiteJobState.NODE_FAIL,
            SiteJobState.BOOT_FAIL,
            SiteJobState.LAUNCH_FAILED,
            SiteJobState.RECONFIG_FAIL,
            SiteJobState.REVOKED);
  }
}
