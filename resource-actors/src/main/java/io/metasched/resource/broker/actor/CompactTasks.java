package io.metasched.resource.broker.actor;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import io.metasched.resource.actor.CompactInput;
import io.metasched.resource.actor.CompactModule;
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
 * Serialization of the records that brokers and agents exchange by the thousand, as values without
 * names; see {@link io.metasched.resource.actor.CompactRecords}. A task without demand and access
 * list takes four numbers. reference.conf names this module.
 */
public final class CompactTasks extends CompactModule {
  private static final long serialVersionUID = 1L;

  /** Creates the module; Jackson calls this constructor by reflection. */
  public CompactTasks() {
    super("compact-tasks");
    add(RefusedTask.class, TaskReservation.class);
    add(Task.class, CompactTasks::write, CompactTasks::task);
    add(
        AgentOffer.class,
        (offer, to) -> {
          to.writeNumber(offer.task());
          to.writeNumber(offer.node());
          to.writeNumber(offer.load());
        },
        from -> new AgentOffer(from.nextLong(), from.nextInt(), from.nextInt()));
    add(
        HeldTask.class,
        (held, to) -> {
          to.writeNumber(held.task());
          to.writeNumber(held.node());
          to.writeNumber(held.load());
          to.writeNumber(held.version());
        },
        from -> new HeldTask(from.nextLong(), from.nextInt(), from.nextInt(), from.nextLong()));
    add(
        TaskVersion.class,
        (version, to) -> {
          to.writeNumber(version.task());
          to.writeNumber(version.version());
        },
        from -> new TaskVersion(from.nextLong(), from.nextLong()));
  }

  private static void write(Task task, JsonGenerator to) throws IOException {
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

  private static Task task(CompactInput from) throws IOException {
    long id = from.nextLong();
    var span = Span.of(from.nextLong(), from.nextLong());
    int load = from.nextInt();
    var demand = NodeDemand.NONE;
    var access = AccessList.OPEN;
    if (from.hasNext(JsonToken.VALUE_NUMBER_INT)) {
      demand = new NodeDemand(from.nextInt(), from.nextInt());
    }
    if (from.hasNext(JsonToken.VALUE_STRING)) {
      access = new AccessList(from.nextText(), users(from), users(from));
    }
    return new Task(id, span, load, demand, access);
  }

  private static List<String> users(CompactInput from) throws IOException {
    from.next(JsonToken.START_ARRAY);
    var users = new ArrayList<String>();
    while (from.hasNext(JsonToken.VALUE_STRING)) {
      users.add(from.nextText());
    }
    from.next(JsonToken.END_ARRAY);
    return users;
  }
}
