package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class NodeLocksTest {
  private final NodeLocks<String> locks = new NodeLocks<>(new TreeSet<>(List.of(1, 2, 3)));

  @Test
  void anOperationOnDisjointNodesStartsAtOnce() {
    assertThat(locks.enter("a", List.of(1, 3))).isTrue();
    assertThat(locks.enter("b", List.of(2))).isTrue();
  }

  @Test
  void anOperationOnALockedNodeWaitsUntilItIsReleased() {
    locks.enter("a", List.of(1, 2));

    assertThat(locks.enter("b", List.of(2, 3))).isFalse();
    assertThat(locks.leave(List.of(1, 2))).containsExactly("b");
  }

  @Test
  void noOperationPassesOneThatWaits() {
    locks.enter("a", List.of(1));
    locks.enter("b", List.of(1, 2));

    assertThat(locks.enter("c", List.of(2))).isFalse();
    assertThat(locks.leave(List.of(1))).containsExactly("b");
    assertThat(locks.leave(List.of(1, 2))).containsExactly("c");
  }

  @Test
  void severalMayGetTheirLocksTogether() {
    locks.enter("a", List.of(3, 2, 1));
    locks.enter("b", List.of(1));
    locks.enter("c", List.of(2, 3));

    assertThat(locks.leave(List.of(3, 2, 1))).containsExactly("c", "b");
  }

  @Test
  void anOperationWithoutNodesNeverWaits() {
    locks.enter("a", List.of(1, 2, 3));

    assertThat(locks.enter("b", List.of())).isTrue();
  }

  @Test
  void thereAreNoLocksOfUnknownNodes() {
    assertThatIllegalArgumentException().isThrownBy(() -> locks.enter("a", List.of(4)));
  }
}
