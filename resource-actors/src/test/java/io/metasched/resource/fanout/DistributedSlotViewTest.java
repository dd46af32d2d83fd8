package io.metasched.resource.fanout;

import static io.metasched.resource.fixture.Pictures.slots;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.fixture.DomainSessions;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions of a planner to its domains, and the slots that it caches. */
final class DistributedSlotViewTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;
  private static final List<Slot> SLOTS =
      slots(
          "n1 domain=1 ########",
          "n2 domain=1 ########",
          "n3 domain=1 ########",
          "n4 domain=2 ########",
          "n5 domain=2 ########",
          "n6 domain=2 ########");

  private DomainSessions domains = new DomainSessions(SLOTS, NEVER);

  @Test
  void oneRequestIsAskedOnceWhileNothingChanges() {
    var view = view(0);

    var first = view.relevant(request(), Criterion.COST);

    assertThat(first.slots()).isEqualTo(slots("n1 domain=1 ########", "n4 domain=2 ########"));
    assertThat(view.relevant(request(), Criterion.COST)).isSameAs(first);
    assertThat(view.relevant(request().notBefore(1000), Criterion.COST)).isSameAs(first);
    assertThat(domains.questions()).isEqualTo(2);
  }

  @Test
  void onlyTheDomainIsAskedAgainWhoseSpareIsUsedUp() {
    var view = view(1);
    view.relevant(request(), Criterion.START);

    view.subtract(window("n1 ##"));
    view.relevant(request(), Criterion.START);
    assertThat(domains.questions()).isEqualTo(2);

    view.subtract(window("n2 ##"));
    var left = view.relevant(request(), Criterion.START);
    assertThat(domains.questions()).isEqualTo(3);
    assertThat(left.slots())
        .containsAll(slots("n3 domain=1 ########", "n4 domain=2 ########"))
        .doesNotContainAnyElementsOf(slots("n1 domain=1 ########", "n2 domain=1 ########"));
  }

  @Test
  void theNextAnswerOutlivesAsManyPartsAgain() {
    var view = view(1);

    for (var row : List.of("n1 #", "n1 .#", "n1 ..#", "n1 ...#", "n1 ....#", "n1 .....#")) {
      view.relevant(request(), Criterion.START);
      view.subtract(window(row));
    }

    // domain 1 is asked before the first part and after the second and the fifth
    view.relevant(request(), Criterion.START);
    assertThat(domains.mostQuestions()).isEqualTo(3);
  }

  @Test
  void theDomainIsAskedAgainAfterTimeIsGivenBack() {
    var view = view(3);
    view.subtract(window("n1 ##", "n4 ##"));
    view.relevant(request(), Criterion.START);

    view.giveBack(slots("n1 domain=1 ##"));
    var left = view.relevant(request(), Criterion.START);

    assertThat(domains.questions()).isEqualTo(3);
    assertThat(left.slots()).containsAll(slots("n1 domain=1 ########"));
  }

  @Test
  void anEarlierEarliestStartAsksAnew() {
    var view = view(0);
    view.relevant(request().notBefore(3000), Criterion.COST);

    view.relevant(request().notBefore(1000), Criterion.COST);

    assertThat(domains.questions()).isEqualTo(4);
  }

  @Test
  void aStartAfterTheCertainOneAsksAgain() {
    var view = view(0);
    view.relevant(request(), Criterion.START);

    view.relevant(request().notBefore(1000), Criterion.START);

    assertThat(domains.questions()).isEqualTo(4);
  }

  @Test
  void aWholeListIsAskedForOnceForAllViewsOfASession() {
    domains = new DomainSessions(SLOTS, 0);
    var view = view(0);
    var copy = view.copy();

    copy.subtract(window("n1 ##"));
    var found = copy.relevant(request(), Criterion.START);
    view.subtract(window("n1 ####", "n4 ##"));

    assertThat(found.slots()).hasSize(6).containsAll(slots("n1 domain=1 ..######"));
    assertThat(view.whole().slots())
        .contains(slots("n1 domain=1 ....####").get(0), slots("n4 domain=2 ..######").get(0));
    assertThat(view.copy().relevant(request(), Criterion.COST).slots()).hasSize(6);
    assertThat(domains.rounds()).isEqualTo(1);
    assertThat(domains.questions()).isEqualTo(2);
  }

  @Test
  void timeIsNeitherTakenNorGivenBackTwice() {
    var view = view(0);
    view.subtract(window("n1 ##"));

    assertThatThrownBy(() -> view.subtract(window("n1 .##", "n2 .##")))
        .isInstanceOf(IllegalStateException.class);
    view.giveBack(slots("n1 domain=1 #"));
    assertThatThrownBy(() -> view.giveBack(slots("n1 domain=1 #")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> view.subtract(window("n9 #")))
        .isInstanceOf(IllegalStateException.class);

    assertThat(view.whole().slots())
        .contains(slots("n1 domain=1 #").get(0), slots("n2 domain=1 ########").get(0));
    assertThatThrownBy(() -> view.subtract(window("n1 .#")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aReplyWithANodeOfAnotherDomainFailsThePlanning() {
    var reported = slots("n1 ##", "n4 ##").stream().map(NodeSlot::of).toList();
    for (boolean whole : new boolean[] {false, true}) {
      DomainLink liar =
          questions ->
              questions.stream()
                  .map(question -> new SlotQueryResult(reported, whole, WindowRequest.NO_LIMIT))
                  .toList();
      var view = new DistributedSlotView(liar, DomainSessions.nodes(SLOTS), List.of(), 0);

      assertThatThrownBy(() -> view.relevant(request(), Criterion.COST))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("domain 1 replied with node 4 of domain 2");
      assertThatThrownBy(view::whole).isInstanceOf(IllegalStateException.class);
    }
  }

  private DistributedSlotView view(int spare) {
    return new DistributedSlotView(domains, DomainSessions.nodes(SLOTS), List.of(), spare);
  }

  /** Returns a request for one node and one unit of work. */
  private static WindowRequest request() {
    return WindowRequest.of(1, Work.volume(1000), Ticks.PER_UNIT, WindowRequest.NO_LIMIT);
  }
}
