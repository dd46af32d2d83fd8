package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What messages have many of travels as its values alone: with the name of each value, a slot would
 * be three times as long, and most of the time to read it would be spent on names. Slots and
 * versions, of which there are most, are read and written here, in a fifth of the time that it
 * takes to find out at each how it is made. All JVMs of a run are of one version, so they agree on
 * the order. reference.conf names this module.
 */
public final class CompactRecords extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface AsArray {}

  /** The module; it is made by its name. */
  public CompactRecords() {
    super("compact-records");
    List.of(Span.class, Node.class, CommandId.class)
        .forEach(type -> setMixInAnnotation(type, AsArray.class));
    addSerializer(new SlotWriter());
    addDeserializer(Slot.class, new SlotReader());
    addSerializer(new VersionWriter());
    addDeserializer(NodeVersion.class, new VersionReader());
  }

  private static final class SlotWriter extends StdSerializer<Slot> {
    private static final long serialVersionUID = 1L;

    SlotWriter() {
      super(Slot.class);
    }

    @Override
    public void serialize(Slot slot, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      var node = slot.node();
      to.writeStartArray();
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
      to.writeEndArray();
    }
  }

  private static final class SlotReader extends Reader<Slot> {
    private static final long serialVersionUID = 1L;

    SlotReader() {
      super(Slot.class);
    }

    @Override
    public Slot deserialize(JsonParser from, DeserializationContext context) throws IOException {
      requireStart(from, context);
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
      requireEnd(from, context);
      var node = new Node(id, domain, performance, nodePriceMilli, powerMilli, properties);
      return new Slot(node, span, priceMilli);
    }
  }

  private static final class VersionWriter extends StdSerializer<NodeVersion> {
    private static final long serialVersionUID = 1L;

    VersionWriter() {
      super(NodeVersion.class);
    }

    @Override
    public void serialize(NodeVersion version, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      to.writeStartArray();
      to.writeNumber(version.node());
      to.writeNumber(version.version());
      to.writeEndArray();
    }
  }

  private static final class VersionReader extends Reader<NodeVersion> {
    private static final long serialVersionUID = 1L;

    VersionReader() {
      super(NodeVersion.class);
    }

    @Override
    public NodeVersion deserialize(JsonParser from, DeserializationContext context)
        throws IOException {
      requireStart(from, context);
      var version = new NodeVersion(nextInt(from, context), nextLong(from, context));
      from.nextToken();
      requireEnd(from, context);
      return version;
    }
  }

  /** Reads values one behind the other, and whatever is none of them is an error. */
  private abstract static class Reader<T> extends StdDeserializer<T> {
    private static final long serialVersionUID = 1L;

    Reader(Class<T> type) {
      super(type);
    }

    final void requireStart(JsonParser from, DeserializationContext context) throws IOException {
      require(JsonToken.START_ARRAY, from, context);
    }

    final void requireEnd(JsonParser from, DeserializationContext context) throws IOException {
      require(JsonToken.END_ARRAY, from, context);
    }

    final long nextLong(JsonParser from, DeserializationContext context) throws IOException {
      from.nextToken();
      require(JsonToken.VALUE_NUMBER_INT, from, context);
      return from.getLongValue();
    }

    final int nextInt(JsonParser from, DeserializationContext context) throws IOException {
      from.nextToken();
      require(JsonToken.VALUE_NUMBER_INT, from, context);
      return from.getIntValue();
    }

    private void require(JsonToken token, JsonParser from, DeserializationContext context)
        throws IOException {
      if (!from.hasToken(token)) {
        context.reportWrongTokenException(this, token, "a value is missing, or is none of these");
      }
    }
  }
}
