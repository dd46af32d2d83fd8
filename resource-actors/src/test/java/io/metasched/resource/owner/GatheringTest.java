package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GatheringTest {

  @Test
  void answersStandInTheOrderInWhichNodesWereAsked() {
    var gathering = new Gathering<String>(List.of(5, 2, 9));
    gathering.put(9, "c");
    gathering.put(5, "a");
    assertThat(gathering.isComplete()).isFalse();
    assertThat(gathering.awaits(2)).isTrue();
    assertThatIllegalStateException().isThrownBy(gathering::answers);

    gathering.put(2, "b");

    assertThat(gathering.isComplete()).isTrue();
    assertThat(gathering.answers()).containsExactly("a", "b", "c");
  }

  @Test
  void theFirstAnswerOfANodeCounts() {
    var gathering = new Gathering<String>(List.of(1));

    gathering.put(1, "first");
    gathering.put(1, "second");
    gathering.put(2, "of one that was not asked");

    assertThat(gathering.answers()).containsExactly("first");
  }

  @Test
  void whereNobodyIsAskedNothingIsAwaited() {
    assertThat(new Gathering<String>(List.of()).answers()).isEmpty();
  }
}
