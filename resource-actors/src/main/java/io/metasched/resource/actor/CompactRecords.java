package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.List;

/**
 * What messages have many of travels as its values alone: with the name of each value, a slot would
 * be three times as long, and most of the time to read it would be spent on names. All JVMs of a
 * run are of one version, so they agree on the order. reference.conf names this module.
 */
public final class CompactRecords extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface AsArray {}

  /** The module; it is made by its name. */
  public CompactRecords() {
    super("compact-records");
    List.of(Slot.class, Span.class, Node.class, NodeVersion.class, CommandId.class)
        .forEach(type -> setMixInAnnotation(type, AsArray.class));
  }
}
