package io.metasched.resource.actor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;

/** Deserializer of a sequence of values; any other content is an error. */
public abstract class CompactReader<T> extends StdDeserializer<T> {
  private static final long serialVersionUID = 1L;

  protected CompactReader(Class<T> type) {
    super(type);
  }

  @Override
  public final T deserialize(JsonParser from, DeserializationContext context) throws IOException {
    require(JsonToken.START_ARRAY, from, context);
    T value = read(from, context);
    require(JsonToken.END_ARRAY, from, context);
    return value;
  }

  /** Reads the values, up to the token after the last one. */
  protected abstract T read(JsonParser from, DeserializationContext context) throws IOException;

  protected final long nextLong(JsonParser from, DeserializationContext context)
      throws IOException {
    requireNumber(from, context);
    return from.getLongValue();
  }

  protected final int nextInt(JsonParser from, DeserializationContext context) throws IOException {
    requireNumber(from, context);
    return from.getIntValue();
  }

  private void requireNumber(JsonParser from, DeserializationContext context) throws IOException {
    from.nextToken();
    require(JsonToken.VALUE_NUMBER_INT, from, context);
  }

  protected final void require(JsonToken token, JsonParser from, DeserializationContext context)
      throws IOException {
    if (!from.hasToken(token)) {
      context.reportWrongTokenException(this, token, "a value is missing, or is none of these");
    }
  }
}
