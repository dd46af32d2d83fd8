package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplyCollectorTest {

  @Test
  void answersStandInTheOrderInWhichNodesWereAsked() {
    var replies = new ReplyCollector<String>(List.of(5, 2, 9));
    replies.put(9, "c");
    replies.put(5, "a");
    assertThat(replies.isComplete()).isFalse();
    assertThat(replies.awaits(2)).isTrue();
    assertThatIllegalStateException().isThrownBy(replies::answers);

    replies.put(2, "b");

    assertThat(replies.isComplete()).isTrue();
    assertThat(replies.answers()).containsExactly("a", "b", "c");
  }

  @Test
  void theFirstAnswerOfANodeCounts() {
    var replies = new ReplyCollector<String>(List.of(1));

    replies.put(1, "first");
    replies.put(1, "second");
    replies.put(2, "of one that was not asked");

    assertThat(replies.answers()).containsExactly("first");
  }

  @Test
  void nothingIsAwaitedIfNoNodeIsAsked() {
    assertThat(new ReplyCollector<String>(List.of()).answers()).isEmpty();
  }
}
