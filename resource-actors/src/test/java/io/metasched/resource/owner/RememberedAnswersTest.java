package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class RememberedAnswersTest {
  private static CommandId id(int giver, long number) {
    return new CommandId(giver, number);
  }

  @Test
  void theOldestAnswerIsForgottenFirst() {
    var answers = new RememberedAnswers<String>(2);
    answers.remember(id(1, 1), "a");
    answers.remember(id(1, 2), "b");
    answers.remember(id(1, 3), "c");

    assertThat(answers.of(id(1, 1))).isEmpty();
    assertThat(answers.of(id(1, 2))).hasValue("b");
    assertThat(answers.of(id(1, 3))).hasValue("c");
  }

  @Test
  void onlyWhatMayHaveBeenForgottenIsTooOld() {
    var answers = new RememberedAnswers<String>(2);
    answers.remember(id(1, 5), "a");
    assertThat(answers.isTooOld(id(1, 4))).isFalse();
    answers.remember(id(1, 3), "b");
    answers.remember(id(1, 6), "c");

    assertThat(answers.isTooOld(id(1, 5))).isTrue();
    assertThat(answers.isTooOld(id(1, 4))).isTrue();
    assertThat(answers.isTooOld(id(1, 3))).as("it is remembered").isFalse();
    assertThat(answers.isTooOld(id(1, 7))).isFalse();
    assertThat(answers.isTooOld(id(2, 1))).as("another giver's").isFalse();
  }

  @Test
  void theGreatestForgottenNumberOfAGiverCounts() {
    var answers = new RememberedAnswers<String>(1);
    answers.remember(id(1, 9), "a");
    answers.remember(id(1, 2), "b");
    answers.remember(id(1, 10), "c");

    assertThat(answers.isTooOld(id(1, 9))).isTrue();
  }

  @Test
  void anAnswerThatIsRememberedCanBeReplaced() {
    var answers = new RememberedAnswers<String>(2);
    answers.remember(id(1, 1), "long");

    answers.replace(id(1, 1), "short");
    answers.replace(id(1, 2), "never given");

    assertThat(answers.of(id(1, 1))).contains("short");
    assertThat(answers.of(id(1, 2))).isEmpty();
  }

  @Test
  void theGiversItKnowsAreBoundedToo() {
    var answers = new RememberedAnswers<String>(2);
    for (int giver = 1; giver <= 5; giver++) {
      answers.remember(id(giver, 1), "a");
    }

    assertThat(answers.isTooOld(id(1, 1))).isFalse();
    assertThat(answers.isTooOld(id(2, 1))).isTrue();
    assertThat(answers.isTooOld(id(3, 1))).isTrue();
  }

  @Test
  void itMustRememberSomething() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RememberedAnswers<String>(0));
  }
}
