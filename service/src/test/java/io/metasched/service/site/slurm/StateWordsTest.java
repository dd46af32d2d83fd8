package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of Slurm's states in versions 20.11 to 25.05. */
final class StateWordsTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          PENDING,       WAITING
          REQUEUED,      WAITING
          REQUEUE_FED,   WAITING
          REQUEUE_HOLD,  WAITING
          RESV_DEL_HOLD, WAITING
          SPECIAL_EXIT,  WAITING
          CONFIGURING,   ON_NODES
          POWER_UP_NODE, ON_NODES
          RUNNING,       ON_NODES
          SUSPENDED,     ON_NODES
          STOPPED,       ON_NODES
          RESIZING,      ON_NODES
          SIGNALING,     ON_NODES
          STAGE_OUT,     ON_NODES
          COMPLETING,    ON_NODES
          UPDATE_DB,     ON_NODES
          COMPLETED,     ENDED
          CANCELLED,     ENDED
          FAILED,        ENDED
          TIMEOUT,       ENDED
          OUT_OF_MEMORY, ENDED
          DEADLINE,      ENDED
          PREEMPTED,     ENDED_BY_SITE
          NODE_FAIL,     ENDED_BY_SITE
          BOOT_FAIL,     ENDED_BY_SITE
          LAUNCH_FAILED, ENDED_BY_SITE
          RECONFIG_FAIL, ENDED_BY_SITE
          REVOKED,       ENDED_BY_SITE
          UNKNOWN,       UNKNOWN
          """)
  void eachStateOfAJobBelongsToAPhase(String word, SiteJobState.Phase phase) {
    var state = SiteJobState.parse(" " + word + " ");

    assertThat(state.name()).isEqualTo(word);
    assertThat(state.phase()).isEqualTo(phase);
    assertThat(state.isOver()).isEqualTo(phase.name().startsWith("ENDED"));
  }

  @Test
  void theTableHasAllStatesOfJobs() {
    assertThat(SiteJobState.values()).hasSize(29);
  }

  @Test
  void theAccountingSaysWhoCancelled() {
    assertThat(SiteJobState.parse("CANCELLED by 1000")).isEqualTo(SiteJobState.CANCELLED);
    assertThat(SiteJobState.parse("running")).isEqualTo(SiteJobState.RUNNING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "R",
        "COMPLETININVALID",
        "EXPEDITING",
        "RUNNING,COMPLETING",
        "1",
        "CANCELLED+"
      })
  void anyOtherWordIsUnknownAndTheJobIsNotOver(String word) {
    assertThat(SiteJobState.parse(word)).isEqualTo(SiteJobState.UNKNOWN);
    assertThat(SiteJobState.parse(word).isOver()).isFalse();
    assertThat(SiteNodeState.parse(word)).isEqualTo(SiteNodeState.UNKNOWN);
    assertThat(SiteNodeState.parse(word).use()).isEqualTo(SiteNodeState.Use.DOWN);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          idle,             IDLE,         UP
          mixed,            MIXED,        UP
          mix,              MIXED,        UP
          allocated,        ALLOCATED,    UP
          allocated+,       ALLOCATED,    UP
          alloc,            ALLOCATED,    UP
          completing,       COMPLETING,   UP
          comp,             COMPLETING,   UP
          reserved,         RESERVED,     UP
          resv,             RESERVED,     UP
          planned,          PLANNED,      UP
          plnd,             PLANNED,      UP
          maint,            MAINT,        MAINTAINED
          draining,         DRAINING,     DRAINED
          drng,             DRAINING,     DRAINED
          drained,          DRAINED,      DRAINED
          drain,            DRAINED,      DRAINED
          failing,          FAILING,      DRAINED
          failg,            FAILING,      DRAINED
          fail,             FAIL,         DRAINED
          down,             DOWN,         DOWN
          inval,            INVAL,        DOWN
          error,            ERROR,        DOWN
          future,           FUTURE,       DOWN
          futr,             FUTURE,       DOWN
          unknown,          UNREGISTERED, DOWN
          unk,              UNREGISTERED, DOWN
          blocked,          BLOCKED,      DOWN
          perfctrs,         PERFCTRS,     DOWN
          npc,              PERFCTRS,     DOWN
          reboot,           REBOOT,       DOWN
          reboot_issued,    REBOOT,       DOWN
          reboot_requested, REBOOT,       DOWN
          power_up,         POWERING_UP,  DOWN
          powering_up,      POWERING_UP,  DOWN
          power_down,       POWERED_DOWN, DOWN
          powering_down,    POWERED_DOWN, DOWN
          powered_down,     POWERED_DOWN, DOWN
          idle*,            IDLE,         UP
          idle~,            POWERED_DOWN, DOWN
          idle#,            POWERING_UP,  DOWN
          idle!,            POWERED_DOWN, DOWN
          idle%,            POWERED_DOWN, DOWN
          mixed-,           MIXED,        UP
          mixed@,           REBOOT,       DOWN
          allocated^,       REBOOT,       DOWN
          allocated$,       MAINT,        MAINTAINED
          down*,            DOWN,         DOWN
          drained~,         DRAINED,      DRAINED
          drained$,         DRAINED,      DRAINED
          IDLE,             IDLE,         UP
          idle?,            UNKNOWN,      DOWN
          idling*,          UNKNOWN,      DOWN
          """)
  void eachWordOfANodeIsAState(String word, SiteNodeState state, SiteNodeState.Use use) {
    assertThat(SiteNodeState.parse(word)).isEqualTo(state);
    assertThat(state.use()).isEqualTo(use);
    assertThat(SiteNodeState.isSilent(word)).isEqualTo(word.endsWith("*"));
  }

  @Test
  void eachStateOfANodeIsAWord() {
    assertThat(Arrays.stream(SiteNodeState.values()))
        .allMatch(
            state -> state == SiteNodeState.UNKNOWN || SiteNodeState.parse(state.name()) == state);
  }
}
