package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.module.SimpleModule;
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
 * Serialization of frequent records as their values alone. With the name of each value, a slot
 * would be three times as long, and most of the time to read it would be spent on names. Slots,
 * also those in replies, and versions are the most frequent. They are read and written here, in a
 * fifth of the time of reflection on each. All JVMs of a run have one version, so they agree on the
 * order. reference.conf names this module.
 */
public final class CompactRecords extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface AsArray {}

  /** Creates the module, called by its name. */
  public CompactRecords() {
    super("compact-records");
    setMixInAnnotation(Span.class, AsArray.class);
    setMixInAnnotation(CommandId.class, AsArray.class);
    setMixInAnnotation(NodeSlot.class, AsArray.class);
    setMixInAnnotation(LocalJob.class, AsArray.class);
    setMixInAnnotation(LocalRun.class, AsArray.class);
    setMixInAnnotation(DomainEvent.NodeChange.class, AsArray.class);
    addSerializer(new SlotWriter());
    addDeserializer(Slot.class, new SlotReader());
    addSerializer(new AnswerWriter());
    addDeserializer(SlotQueryResult.class, new AnswerReader());
    addSerializer(new VersionWriter());
    addDeserializer(NodeVersion.class, new VersionReader());
  }

  private static final class SlotWriter extends CompactWriter<Slot> {
    private static final long serialVersionUID = 1L;

    SlotWriter() {
      super(Slot.class);
    }

    @Override
    protected void write(Slot slot, JsonGenerator to) throws IOException {
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
  }

  private static final class SlotReader extends CompactReader<Slot> {
    private static final long serialVersionUID = 1L;

    SlotReader() {
      super(Slot.class);
    }

    @Override
    protected Slot read(JsonParser from, DeserializationContext context) throws IOException {
      var span = new Span(nextLong(from, context), nextLong(from, context));
      long priceMilli = nextLong(from, context);
      int id = nextInt(from, context);
      int domain = nextInt(from, context);
      int performance = nextInt(from, context);
      long nodePriceMilli = nextLong(from, context);
      long powerMilli = nextLong(from, context);
      var properties = new ArrayList<String>(0);
      while (from.nextToken() == JsonToken.VALUE_STRING) {
        properties.add(from.getText());
      }
      var node = new Node(id, domain, performance, nodePriceMilli, powerMilli, properties);
      return new Slot(node, span, priceMilli);
    }
  }

  /**
   * Writer of replies with slots; these are sorted by start, so each start is encoded as the
   * difference from the one before.
   */
  private static final class AnswerWriter extends CompactWriter<SlotQueryResult> {
    private static final long serialVersionUID = 1L;

    AnswerWriter() {
      super(SlotQueryResult.class);
    }

    @Override
    protected void write(SlotQueryResult answer, JsonGenerator to) throws IOException {
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
  }

  private static final class AnswerReader extends CompactReader<SlotQueryResult> {
    private static final long serialVersionUID = 1L;

    AnswerReader() {
      super(SlotQueryResult.class);
    }

    @Override
    protected SlotQueryResult read(JsonParser from, DeserializationContext context)
        throws IOException {
      from.nextToken();
      boolean whole = from.getBooleanValue();
      long servesUntil = nextLong(from, context);
      var slots = new ArrayList<NodeSlot>();
      long before = 0;
      while (from.nextToken() == JsonToken.VALUE_NUMBER_INT) {
        before = Math.addExact(before, from.getLongValue());
        var span = Span.of(before, nextLong(from, context));
        slots.add(new NodeSlot(nextInt(from, context), span, nextLong(from, context)));
      }
      return new SlotQueryResult(slots, whole, servesUntil);
    }
  }

  private static final class VersionWriter extends CompactWriter<NodeVersion> {
    private static final long serialVersionUID = 1L;

    VersionWriter() {
      super(NodeVersion.class);
    }

    @Override
    protected void write(NodeVersion version, JsonGenerator to) throws IOException {
      to.writeNumber(version.node());
      to.writeNumber(version.version());
    }
  }

  private static final class VersionReader extends CompactReader<NodeVersion> {
    private static final long serialVersionUID = 1L;

    VersionReader() {
      super(NodeVersion.class);
    }

    @Override
    protected NodeVersion read(JsonParser from, DeserializationContext context) throws IOException {
      var version = new NodeVersion(nextInt(from, context), nextLong(from, context));
      from.nextToken();
      return version;
    }
  }
}
