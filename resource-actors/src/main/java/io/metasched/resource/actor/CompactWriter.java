package io.metasched.resource.actor;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/** Serializer of a sequence of values. */
public abstract class CompactWriter<T> extends StdSerializer<T> {
  private static final long serialVersionUID = 1L;

  protected CompactWriter(Class<T> type) {
    super(type);
  }

  @Override
  public final void serialize(T value, JsonGenerator to, SerializerProvider provider)
      throws IOException {
    to.writeStartArray();
    write(value, to);
    to.writeEndArray();
  }

  protected abstract void write(T value, JsonGenerator to) throws IOException;
}
