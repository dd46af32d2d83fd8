package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/** Serialization of records as arrays of their values. */
public abstract class CompactModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface AsArray {}

  /** Function that writes the values of a record. */
  protected interface Writer<T> {
    /** Writes the values, without the array around them. */
    void write(T value, JsonGenerator to) throws IOException;
  }

  /** Function that reads the values of a record. */
  protected interface Reader<T> {
    /** Reads the values, without the array around them. */
    T read(CompactInput from) throws IOException;
  }

  protected CompactModule(String name) {
    super(name);
  }

  /** Adds records whose values are found by reflection. */
  protected final void add(Class<?>... types) {
    for (var type : types) {
      setMixInAnnotation(type, AsArray.class);
    }
  }

  /** Adds records of a type, with functions that write and read them. */
  protected final <T> void add(Class<T> type, Writer<T> writer, Reader<T> reader) {
    addSerializer(
        type,
        new JsonSerializer<T>() {
          @Override
          public void serialize(T value, JsonGenerator to, SerializerProvider provider)
              throws IOException {
            to.writeStartArray();
            writer.write(value, to);
            to.writeEndArray();
          }
        });
    addDeserializer(
        type,
        new JsonDeserializer<T>() {
          @Override
          public Class<?> handledType() {
            return type;
          }

          @Override
          public T deserialize(JsonParser from, DeserializationContext context) throws IOException {
            var input = new CompactInput(from, context, this);
            input.require(JsonToken.START_ARRAY);
            T value = reader.read(input);
            input.next(JsonToken.END_ARRAY);
            return value;
          }
        });
  }
}
