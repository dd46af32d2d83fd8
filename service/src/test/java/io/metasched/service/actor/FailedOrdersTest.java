package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunId;
import io.metasched.service.run.UnreachableException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Orders that are repeated without repeated log lines. */
final class FailedOrdersTest {
  private final FailedOrders orders = new FailedOrders();

  @Test
  void anOrderThatFailsAgainIsOneLineUntilItFailsForAnotherReason() {
    var run = new RunId("a", 1, 0);
    var full = new CompletionException(new IllegalStateException("the disk is full"));

    assertThat(orders.line(run, "prepare", full))
        .hasValue("Run a.1.0: prepare failed: the disk is full");
    assertThat(orders.line(run, "prepare", full)).isEmpty();
    assertThat(orders.line(new RunId("a", 1, 1), "prepare", full)).isPresent();
    assertThat(orders.line(run, "prepare", new IllegalStateException("it is read-only")))
        .hasValue("Run a.1.0: prepare failed: it is read-only");
  }

  @Test
  void aReasonHasUpTo200CharactersAndNoHalfOfOne() {
    assertThat(FailedOrders.reason(new IllegalStateException("x".repeat(200))))
        .isEqualTo("x".repeat(200));
    assertThat(FailedOrders.reason(new IllegalStateException("x".repeat(201))))
        .isEqualTo("x".repeat(197) + "...");
    assertThat(FailedOrders.reason(new IllegalStateException("a\nb\u001b[31m")))
        .isEqualTo("a b [31m");
    var smile = new String(Character.toChars(0x1f600));
    assertThat(FailedOrders.reason(new IllegalStateException("x".repeat(196) + smile.repeat(9))))
        .isEqualTo("x".repeat(196) + "...");
  }

  @Test
  void anAgentThatCannotBeReachedIsLeftToItsLink() {
    var away = new UnreachableException("no agent that offers node n has sent a heartbeat");

    for (int run = 0; run < 100; run++) {
      var id = new RunId("a", 1, run);
      assertThat(orders.line(id, "start", new CompletionException(away))).isEmpty();
    }
  }
}
