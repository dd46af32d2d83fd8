package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TurnsTest {
  private final Turns<String> turns = new Turns<>(List.of(1, 2, 3));

  @Test
  void whoNeedsDisjointNodesHasATurnAtOnce() {
    assertThat(turns.enter("a", List.of(1, 3))).isTrue();
    assertThat(turns.enter("b", List.of(2))).isTrue();
  }

  @Test
  void whoNeedsANodeThatIsTakenWaitsUntilItIsLeft() {
    turns.enter("a", List.of(1, 2));

    assertThat(turns.enter("b", List.of(2, 3))).isFalse();
    assertThat(turns.leave(List.of(1, 2))).containsExactly("b");
  }

  @Test
  void nobodyPassesOneThatWaits() {
    turns.enter("a", List.of(1));
    turns.enter("b", List.of(1, 2));

    assertThat(turns.enter("c", List.of(2))).isFalse();
    assertThat(turns.leave(List.of(1))).containsExactly("b");
    assertThat(turns.leave(List.of(1, 2))).containsExactly("c");
  }

  @Test
  void severalMayGetTheirTurnsTogether() {
    turns.enter("a", List.of(3, 2, 1));
    turns.enter("b", List.of(1));
    turns.enter("c", List.of(2, 3));

    assertThat(turns.leave(List.of(3, 2, 1))).containsExactly("c", "b");
  }

  @Test
  void whoNeedsNothingNeverWaits() {
    turns.enter("a", List.of(1, 2, 3));

    assertThat(turns.enter("b", List.of())).isTrue();
  }

  @Test
  void thereAreNoTurnsAtUnknownNodes() {
    assertThatIllegalArgumentException().isThrownBy(() -> turns.enter("a", List.of(4)));
  }
}
