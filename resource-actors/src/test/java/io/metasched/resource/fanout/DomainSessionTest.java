package io.metasched.resource.fanout;

import static io.metasched.resource.fixture.Pictures.slots;
import static io.metasched.resource.fixture.Pictures.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Answers of a domain in a session. */
final class DomainSessionTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void theSlotsThatMatterAreTheAnswer() {
    var session = new DomainSession(table("n1 ####", "n2 .####", "n3 #"), NEVER);

    var answer = session.answer(question(Criterion.COST));

    assertThat(answer.slots()).isEqualTo(nodeSlots("n1 ####", "n2 .####"));
    assertThat(answer.whole()).isFalse();
    assertThat(answer.servesUntil()).isEqualTo(WindowRequest.NO_LIMIT);
  }

  @Test
  void anAnswerForTheStartServesUpToAStartThatIsCertain() {
    var session = new DomainSession(table("n1 .###", "n2 ..####", "n3 ....####"), NEVER);

    var answer = session.answer(question(Criterion.START));

    assertThat(answer.slots()).isEqualTo(nodeSlots("n1 .###"));
    assertThat(answer.servesUntil()).isEqualTo(1 * Ticks.PER_UNIT);
  }

  @Test
  void changesAreMadeBeforeTheAnswerAndForItOnly() {
    var session = new DomainSession(table("n1 ####", "n2 ####"), NEVER);

    var afterOne = session.answer(question(Criterion.START, taken("n1 ##")));
    var afterBoth = session.answer(question(Criterion.START, taken("n1 ##"), taken("n2 ###")));
    var afterNone = session.answer(question(Criterion.START));

    assertThat(afterOne.slots()).isEqualTo(nodeSlots("n2 ####"));
    assertThat(afterBoth.slots()).isEqualTo(nodeSlots("n1 ..##"));
    assertThat(afterNone.slots()).isEqualTo(nodeSlots("n1 ####"));
  }

  @Test
  void itDoesNotMatterWhatWasAskedBefore() {
    var session = new DomainSession(table("n1 ######", "n2 ######", "n3 ######"), NEVER);
    var taken =
        new Change[] {
          taken("n1 ##"), taken("n2 ##"), taken("n3 .##"), given("n1 #"), taken("n1 #")
        };

    for (int length : new int[] {2, 5, 3, 0, 4, 1, 5, 5, 2, 3, 4}) {
      var question = question(Criterion.COST, Arrays.copyOf(taken, length));

      var fresh = new DomainSession(table("n1 ######", "n2 ######", "n3 ######"), NEVER);
      assertThat(session.answer(question)).isEqualTo(fresh.answer(question));
    }
  }

  @Test
  void aPriceGivenBackThatWasNeverSeenIsRanked() {
    var session = new DomainSession(table("n1 ####", "n2 ####"), NEVER);
    assertThat(session.answer(question(Criterion.COST)).slots()).isEqualTo(nodeSlots("n1 ####"));

    var cheaper = slots("n2 price=0.5 ....####").get(0);
    var answer =
        session.answer(question(Criterion.COST, new Change(Change.Kind.GIVEN_BACK, cheaper)));

    assertThat(answer.slots()).isEqualTo(nodeSlots("n1 ####", "n2 price=0.5 ....####"));
  }

  @Test
  void theWholeListIsAsItWasOpenedAndGivenWhenItIsAskedFor() {
    var session = new DomainSession(table("n1 ####", "n2 ####"), NEVER);
    var question = question(Criterion.START, taken("n1 ##"));

    var answer =
        session.answer(
            new SlotQuery(question.request(), Criterion.START, 0, true, question.changes()));

    assertThat(answer.slots()).isEqualTo(nodeSlots("n1 ####", "n2 ####"));
    assertThat(answer.whole()).isTrue();
  }

  @Test
  void theWholeListIsGivenOnceAnswersHaveComeToHalfOfIt() {
    var rows = Stream.iterate(1, id -> id + 1).limit(5).map("n%d ####"::formatted);
    var session = new DomainSession(table(rows.toArray(String[]::new)));

    var answers = Stream.generate(() -> session.answer(question(Criterion.COST))).limit(3);

    assertThat(answers.map(SlotQueryResult::whole)).containsExactly(false, false, true);
    assertThat(new DomainSession(table()).answer(question(Criterion.COST)).whole()).isTrue();
  }

  @Test
  void changesMustFitTheSlots() {
    var session = new DomainSession(table("n1 ####"), NEVER);

    var never = question(Criterion.START, taken("n1 ##"), taken("n1 .##"));
    var twice = question(Criterion.START, given("n1 #"));

    assertThatThrownBy(() -> session.answer(never)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> session.answer(twice)).isInstanceOf(IllegalStateException.class);
    assertThat(session.answer(question(Criterion.START)).slots()).isEqualTo(nodeSlots("n1 ####"));
  }

  /** Returns a query for one node and two units of work, made after the given changes. */
  private static SlotQuery question(Criterion criterion, Change... changes) {
    var request = WindowRequest.of(1, Work.volume(2000), Ticks.PER_UNIT, WindowRequest.NO_LIMIT);
    return new SlotQuery(request, criterion, 0, false, List.of(changes));
  }

  private static List<NodeSlot> nodeSlots(String... rows) {
    return slots(rows).stream().map(NodeSlot::of).toList();
  }

  private static Change taken(String row) {
    return new Change(Change.Kind.TAKEN, slots(row).get(0));
  }

  private static Change given(String row) {
    return new Change(Change.Kind.GIVEN_BACK, slots(row).get(0));
  }
}
