package io.metasched.service.book;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.run.StoredInput;
import java.util.List;
import java.util.function.BiConsumer;

/** JSON format of the events and records of the book. */
public final class BookJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();
  private static final ObjectWriter EVENTS = MAPPER.writerFor(BookEvent.class);

  /** Consumer that discards the contents of inputs. */
  public static final BiConsumer<String, byte[]> NO_INPUTS = (sha256, content) -> {};

  private BookJson() {}

  /** Returns the JSON of an event. */
  public static String write(BookEvent event) {
    try {
      return EVENTS.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the size of an event in UTF-8, in bytes. */
  public static int size(BookEvent event) {
    try {
      return EVENTS.writeValueAsBytes(event).length;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the JSON of a snapshot piece. */
  public static String write(Object row) {
    try {
      return MAPPER.writeValueAsString(row);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Parses a list.
   *
   * @param inputs receives the input contents that jobs of old versions include
   * @throws IllegalStateException if the text is not a list of this type
   */
  public static <T> List<T> readList(
      String text, Class<T> type, BiConsumer<String, byte[]> inputs) {
    var types = MAPPER.getTypeFactory();
    try {
      return MAPPER
          .readerFor(types.constructCollectionType(List.class, type))
          .withAttribute(StoredInput.FOUND, inputs)
          .readValue(text);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private static IllegalStateException unreadable(JsonProcessingException e) {
    return new IllegalStateException(
        "the event store contains an event that this version cannot read: "
            + e.getOriginalMessage(),
        e);
  }

  /**
   * Parses a value.
   *
   * @throws IllegalStateException if the text is not of this type
   */
  public static <T> T read(String text, Class<T> type) {
    return read(text, type, NO_INPUTS);
  }

  /**
   * Parses a value.
   *
   * @param inputs receives the input contents that jobs of old versions include
   * @throws IllegalStateException if the text is not of this type
   */
  public static <T> T read(String text, Class<T> type, BiConsumer<String, byte[]> inputs) {
    try {
      return MAPPER.readerFor(type).withAttribute(StoredInput.FOUND, inputs).readValue(text);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }
}
