package io.metasched.resource.actor;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.fanout.SlotQueryResult;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalJob;
import io.metasched.resource.owner.LocalRun;
import java.io.IOException;
import java.util.ArrayList;

/**
 * Serialization of frequent records as values without names. With names, a slot would be three
 * times as long, and reading the names would take most of the time. The most frequent records are
 * versions and slots, including slots in replies. The code here reads and writes them in a fifth of
 * the time that reflection takes. All JVMs of a run have one version, so they agree on the order of
 * the values. reference.conf names this module.
 */
public final class CompactRecords extends CompactModule {
  private static final long serialVersionUID = 1L;

  /** Creates the module; Jackson calls this constructor by reflection. */
  public CompactRecords() {
    super("compact-records");
    add(Span.class, CommandId.class, NodeSlot.class, LocalJob.class, LocalRun.class);
    add(DomainEvent.NodeChange.class);
    add(Slot.class, CompactRecords::write, CompactRecords::slot);
    add(SlotQueryResult.class, CompactRecords::write, CompactRecords::answer);
    add(
        NodeVersion.class,
        (version, to) -> {
          to.writeNumber(version.node());
          to.writeNumber(version.version());
        },
        from -> new NodeVersion(from.nextInt(), from.nextLong()));
  }

  private static void write(Slot slot, JsonGenerator to) throws IOException {
    var node = slot.node();
    to.writeNumber(slot.span().start());
    to.writeNumber(slot.span().end());
    to.writeNumber(slot.priceMilli());
    to.writeNumber(node.id());
    to.writeNumber(node.domain());
    to.writeNumber(node.performance());
    to.writeNumber(node.priceMilli());
    to.writeNumber(node.powerMilli());
    for (var property : node.properties()) {
      to.writeString(property);
    }
  }

  private static Slot slot(CompactInput from) throws IOException {
    var span = new Span(from.nextLong(), from.nextLong());
    long priceMilli = from.nextLong();
    int id = from.nextInt();
    int domain = from.nextInt();
    int performance = from.nextInt();
    long nodePriceMilli = from.nextLong();
    long powerMilli = from.nextLong();
    var properties = new ArrayList<String>(0);
    while (from.hasNext(JsonToken.VALUE_STRING)) {
      properties.add(from.nextText());
    }
    var node = new Node(id, domain, performance, nodePriceMilli, powerMilli, properties);
    return new Slot(node, span, priceMilli);
  }

  /**
   * Writes a reply with slots. They are sorted by start, so each start is encoded as the difference
   * from the previous start.
   */
  private static void write(SlotQueryResult answer, JsonGenerator to) throws IOException {
    to.writeBoolean(answer.whole());
    to.writeNumber(answer.servesUntil());
    long before = 0;
    for (var slot : answer.slots()) {
      var span = slot.span();
      to.writeNumber(span.start() - before);
      to.writeNumber(span.lengthTicks());
      to.writeNumber(slot.node());
      to.writeNumber(slot.priceMilli());
      before = span.start();
    }
  }

  private static SlotQueryResult answer(CompactInput from) throws IOException {
    boolean whole = from.nextBoolean();
    long servesUntil = from.nextLong();
    var slots = new ArrayList<NodeSlot>();
    long before = 0;
    while (from.hasNext(JsonToken.VALUE_NUMBER_INT)) {
      before = Math.addExact(before, from.nextLong());
      var span = Span.of(before, from.nextLong());
      slots.add(new NodeSlot(from.nextInt(), span, from.nextLong()));
    }
    return new SlotQueryResult(slots, whole, servesUntil);
  }
}
