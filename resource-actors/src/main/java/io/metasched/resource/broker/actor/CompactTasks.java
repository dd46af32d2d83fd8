package io.metasched.resource.broker.actor;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.metasched.resource.actor.CompactReader;
import io.metasched.resource.actor.CompactWriter;
import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskReservation;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.model.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Serialization of the records that brokers and agents exchange in thousands as their values alone,
 * see {@link io.metasched.resource.actor.CompactRecords}. A task without demand and access list is
 * four numbers. reference.conf names this module.
 */
public final class CompactTasks extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface AsArray {}

  /** Creates the module, called by its name. */
  public CompactTasks() {
    super("compact-tasks");
    setMixInAnnotation(RefusedTask.class, AsArray.class);
    setMixInAnnotation(TaskReservation.class, AsArray.class);
    addSerializer(new TaskWriter());
    addDeserializer(Task.class, new TaskReader());
    addSerializer(new OfferWriter());
    addDeserializer(AgentOffer.class, new OfferReader());
    addSerializer(new HeldWriter());
    addDeserializer(HeldTask.class, new HeldReader());
    addSerializer(new VersionWriter());
    addDeserializer(TaskVersion.class, new VersionReader());
  }

  private static final class TaskWriter extends CompactWriter<Task> {
    private static final long serialVersionUID = 1L;

    TaskWriter() {
      super(Task.class);
    }

    @Override
    protected void write(Task task, JsonGenerator to) throws IOException {
      to.writeNumber(task.id());
      to.writeNumber(task.span().start());
      to.writeNumber(task.span().lengthTicks());
      to.writeNumber(task.load());
      boolean isOpen = task.access().equals(AccessList.OPEN);
      if (!isOpen || !task.demand().equals(NodeDemand.NONE)) {
        to.writeNumber(task.demand().cpuPower());
        to.writeNumber(task.demand().memory());
      }
      if (!isOpen) {
        to.writeString(task.access().owner());
        write(task.access().viewers(), to);
        write(task.access().cancellers(), to);
      }
    }

    private static void write(List<String> users, JsonGenerator to) throws IOException {
      to.writeStartArray();
      for (var user : users) {
        to.writeString(user);
      }
      to.writeEndArray();
    }
  }

  private static final class TaskReader extends CompactReader<Task> {
    private static final long serialVersionUID = 1L;

    TaskReader() {
      super(Task.class);
    }

    @Override
    protected Task read(JsonParser from, DeserializationContext context) throws IOException {
      long id = nextLong(from, context);
      var span = Span.of(nextLong(from, context), nextLong(from, context));
      int load = nextInt(from, context);
      var demand = NodeDemand.NONE;
      var access = AccessList.OPEN;
      if (from.nextToken() == JsonToken.VALUE_NUMBER_INT) {
        demand = new NodeDemand(from.getIntValue(), nextInt(from, context));
        from.nextToken();
      }
      if (from.hasToken(JsonToken.VALUE_STRING)) {
        var owner = from.getText();
        access = new AccessList(owner, users(from, context), users(from, context));
        from.nextToken();
      }
      return new Task(id, span, load, demand, access);
    }

    private List<String> users(JsonParser from, DeserializationContext context) throws IOException {
      from.nextToken();
      require(JsonToken.START_ARRAY, from, context);
      var users = new ArrayList<String>();
      while (from.nextToken() == JsonToken.VALUE_STRING) {
        users.add(from.getText());
      }
      require(JsonToken.END_ARRAY, from, context);
      return users;
    }
  }

  private static final class OfferWriter extends CompactWriter<AgentOffer> {
    private static final long serialVersionUID = 1L;

    OfferWriter() {
      super(AgentOffer.class);
    }

    @Override
    protected void write(AgentOffer offer, JsonGenerator to) throws IOException {
      to.writeNumber(offer.task());
      to.writeNumber(offer.node());
      to.writeNumber(offer.load());
    }
  }

  private static final class OfferReader extends CompactReader<AgentOffer> {
    private static final long serialVersionUID = 1L;

    OfferReader() {
      super(AgentOffer.class);
    }

    @Override
    protected AgentOffer read(JsonParser from, DeserializationContext context) throws IOException {
      var offer =
          new AgentOffer(nextLong(from, context), nextInt(from, context), nextInt(from, context));
      from.nextToken();
      return offer;
    }
  }

  private static final class HeldWriter extends CompactWriter<HeldTask> {
    private static final long serialVersionUID = 1L;

    HeldWriter() {
      super(HeldTask.class);
    }

    @Override
    protected void write(HeldTask held, JsonGenerator to) throws IOException {
      to.writeNumber(held.task());
      to.writeNumber(held.node());
      to.writeNumber(held.load());
      to.writeNumber(held.version());
    }
  }

  private static final class HeldReader extends CompactReader<HeldTask> {
    private static final long serialVersionUID = 1L;

    HeldReader() {
      super(HeldTask.class);
    }

    @Override
    protected HeldTask read(JsonParser from, DeserializationContext context) throws IOException {
      long task = nextLong(from, context);
      int node = nextInt(from, context);
      var held = new HeldTask(task, node, nextInt(from, context), nextLong(from, context));
      from.nextToken();
      return held;
    }
  }

  private static final class VersionWriter extends CompactWriter<TaskVersion> {
    private static final long serialVersionUID = 1L;

    VersionWriter() {
      super(TaskVersion.class);
    }

    @Override
    protected void write(TaskVersion version, JsonGenerator to) throws IOException {
      to.writeNumber(version.task());
      to.writeNumber(version.version());
    }
  }

  private static final class VersionReader extends CompactReader<TaskVersion> {
    private static final long serialVersionUID = 1L;

    VersionReader() {
      super(TaskVersion.class);
    }

    @Override
    protected TaskVersion read(JsonParser from, DeserializationContext context) throws IOException {
      var version = new TaskVersion(nextLong(from, context), nextLong(from, context));
      from.nextToken();
      return version;
    }
  }
}
