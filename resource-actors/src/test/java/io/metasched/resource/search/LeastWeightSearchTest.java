package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Agreement of a search limited to one step with the published search. */
final class LeastWeightSearchTest {
  private static SlotTable table(SplittableRandom random) {
    var slots = new ArrayList<Slot>();
    int nodes = random.nextInt(4, 14);
    for (int id = 0; id < nodes; id++) {
      int performance = random.nextInt(1, 9);
      long price = random.nextLong(1, 20) * 1000;
      long power = random.nextLong(1, 30) * 1000;
      var node = new Node(id, 0, performance, price, power, List.of());
      slots.add(new Slot(node, Span.of(random.nextInt(4) * 1000L, 30_000), price));
    }
    return new SlotTable(slots);
  }

  @ParameterizedTest
  @EnumSource(names = {"PROC_TIME", "ENERGY"})
  void aSearchThatStopsAtItsLimitIsNoWorseThanThePublishedOne(Criterion criterion) {
    var random = new SplittableRandom(1);
    int better = 0;
    int equal = 0;
    for (int problem = 0; problem < 3000; problem++) {
      var slots = table(random);
      int nodes = random.nextInt(2, 5);
      long costLimit = nodes * random.nextLong(20, 90) * 1000;
      var request = WindowRequest.of(nodes, Work.volume(12_000), 1000, costLimit);

      var found = WindowSearches.exact(criterion, 1).find(slots, request);

      if (!found.proven()) {
        long ours = found.window().orElseThrow().value(criterion);
        var published = WindowSearches.published(criterion).find(slots, request).window();
        long theirs = published.map(window -> window.value(criterion)).orElse(Long.MAX_VALUE);
        assertThat(ours).as("problem %d", problem).isLessThanOrEqualTo(theirs);
        better += ours < theirs ? 1 : 0;
        equal += ours == theirs ? 1 : 0;
      }
    }
    assertThat(better).isGreaterThan(100);
    assertThat(equal).isGreaterThan(20);
  }
}
