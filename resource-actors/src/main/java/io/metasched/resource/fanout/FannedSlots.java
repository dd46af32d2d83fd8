package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A planner's view of slots that lie with several domains. */
public final class FannedSlots implements SlotView {
  private static final WindowRequest ANY =
      WindowRequest.of(1, Work.duration(1), 1, WindowRequest.NO_LIMIT);

  private final DomainLink link;
  private final List<Node> nodes;
  private final List<Slot> mayComeBack;
  private final int spare;
  private @Nullable SlotTable known;

  /**
   * A view of what all domains had when the session was opened.
   *
   * @param nodes all nodes there are, which tell the domains
   * @param mayComeBack slots that may be given back later
   * @param spare how many parts per domain an answer is to outlive, at least 0
   */
  public FannedSlots(DomainLink link, List<Node> nodes, List<Slot> mayComeBack, int spare) {
    this.link = link;
    this.nodes = List.copyOf(nodes);
    this.mayComeBack = List.copyOf(mayComeBack);
    this.spare = spare;
  }

  @Override
  public SlotTable relevant(WindowRequest request, Criterion criterion) {
    return whole();
  }

  @Override
  public SlotTable whole() {
    if (known == null) {
      var slots = new ArrayList<Slot>();
      var question = new Question(ANY, Criterion.START, spare, true, List.of());
      var questions =
          nodes.stream()
              .map(Node::domain)
              .distinct()
              .sorted()
              .map(domain -> new DomainLink.Addressed(domain, question))
              .toList();
      link.ask(questions).forEach(answer -> slots.addAll(answer.slots()));
      known = new SlotTable(slots, mayComeBack);
    }
    return known;
  }

  @Override
  public void subtract(Window window) {
    whole().subtract(window);
  }

  @Override
  public void giveBack(List<Slot> slots) {
    whole().giveBack(slots);
  }

  @Override
  public FannedSlots copy() {
    var copy = new FannedSlots(link, nodes, mayComeBack, spare);
    copy.known = whole().copy();
    return copy;
  }
}
