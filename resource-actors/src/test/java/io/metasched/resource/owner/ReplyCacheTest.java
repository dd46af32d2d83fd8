package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class ReplyCacheTest {
  private static CommandId id(int issuer, long number) {
    return new CommandId(issuer, number);
  }

  @Test
  void theOldestAnswerIsForgottenFirst() {
    var answers = new ReplyCache<String>(2);
    answers.add(id(1, 1), "a");
    answers.add(id(1, 2), "b");
    answers.add(id(1, 3), "c");

    assertThat(answers.of(id(1, 1))).isEmpty();
    assertThat(answers.of(id(1, 2))).hasValue("b");
    assertThat(answers.of(id(1, 3))).hasValue("c");
  }

  @Test
  void onlyWhatMayHaveBeenForgottenIsTooOld() {
    var answers = new ReplyCache<String>(2);
    answers.add(id(1, 5), "a");
    assertThat(answers.isTooOld(id(1, 4))).isFalse();
    answers.add(id(1, 3), "b");
    answers.add(id(1, 6), "c");

    assertThat(answers.isTooOld(id(1, 5))).isTrue();
    assertThat(answers.isTooOld(id(1, 4))).isTrue();
    assertThat(answers.isTooOld(id(1, 3))).as("the reply is kept").isFalse();
    assertThat(answers.isTooOld(id(1, 7))).isFalse();
    assertThat(answers.isTooOld(id(2, 1))).as("command of another issuer").isFalse();
  }

  @Test
  void theGreatestForgottenNumberOfAnIssuerCounts() {
    var answers = new ReplyCache<String>(1);
    answers.add(id(1, 9), "a");
    answers.add(id(1, 2), "b");
    answers.add(id(1, 10), "c");

    assertThat(answers.isTooOld(id(1, 9))).isTrue();
  }

  @Test
  void aReplyThatIsKeptCanBeReplaced() {
    var answers = new ReplyCache<String>(2);
    answers.add(id(1, 1), "long");

    answers.replace(id(1, 1), "short");
    answers.replace(id(1, 2), "never given");

    assertThat(answers.of(id(1, 1))).contains("short");
    assertThat(answers.of(id(1, 2))).isEmpty();
  }

  @Test
  void theNumberOfKnownIssuersIsBoundedToo() {
    var answers = new ReplyCache<String>(2);
    for (int issuer = 1; issuer <= 5; issuer++) {
      answers.add(id(issuer, 1), "a");
    }

    assertThat(answers.isTooOld(id(1, 1))).isFalse();
    assertThat(answers.isTooOld(id(2, 1))).isTrue();
    assertThat(answers.isTooOld(id(3, 1))).isTrue();
  }

  @Test
  void itsCapacityIsAtLeastOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ReplyCache<String>(0));
  }
}
