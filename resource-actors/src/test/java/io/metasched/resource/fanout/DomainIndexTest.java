package io.metasched.resource.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Index of nodes by domain, and the nodes of slots in replies. */
final class DomainIndexTest {
  private static final Span SPAN = new Span(5, 9);

  @ParameterizedTest
  @ValueSource(strings = {"0 1 2 3", "3 1 0 2", "0 1 5 6", "4 2 9", "0", "7"})
  void aRepliedSlotIsOfTheNodeItNames(String ids) {
    var nodes = IntStream.of(numbers(ids)).mapToObj(id -> Node.of(id, 1, 1000)).toList();
    var slots = nodes.stream().map(node -> new Slot(node, SPAN, 77)).toList();

    var reported = slots.stream().map(NodeSlot::of).toList();

    assertThat(new DomainIndex(nodes).slots(0, reported)).isEqualTo(slots);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2, 4, 6, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aRepliedSlotOfAnUnknownNodeIsRefused(int id) {
    var sites =
        new DomainIndex(List.of(Node.of(0, 1, 1000), Node.of(1, 1, 1000), Node.of(5, 1, 1000)));
    var reported = List.of(new NodeSlot(id, SPAN, 77));

    assertThatThrownBy(() -> sites.slots(0, reported))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("there is no node " + id);
  }

  @Test
  void domainsAreNumberedInTheirOrder() {
    var far = new Node(1, 9, 1, 1000, 0, List.of());
    var near = new Node(2, 4, 1, 1000, 0, List.of());

    var sites = new DomainIndex(List.of(far, near));

    assertThat(sites.count()).isEqualTo(2);
    assertThat(List.of(sites.domain(0), sites.domain(1))).containsExactly(4, 9);
    assertThat(List.of(sites.siteOf(near), sites.siteOf(far))).containsExactly(0, 1);
  }

  @Test
  void aDomainRepliesWithItsOwnNodesOnly() {
    var far = new Node(1, 9, 1, 1000, 0, List.of());
    var near = new Node(2, 4, 1, 1000, 0, List.of());
    var sites = new DomainIndex(List.of(far, near));
    var reported = List.of(new NodeSlot(2, SPAN, 77));

    assertThat(sites.slots(0, reported)).containsExactly(new Slot(near, SPAN, 77));
    assertThatThrownBy(() -> sites.slots(1, reported))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("domain 9 replied with node 2 of domain 4");
  }

  private static int[] numbers(String text) {
    return List.of(text.split(" ")).stream().mapToInt(Integer::parseInt).toArray();
  }
}
