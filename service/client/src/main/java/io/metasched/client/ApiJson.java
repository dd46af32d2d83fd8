package io.metasched.client;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Records of the API as JSON. Unknown members and names of answers are accepted, because later
 * versions of the service may add some.
 */
final class ApiJson {
  private static final JsonSetter.Value ABSENT_AS_EMPTY =
      JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .disable(
              SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
              SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
          // money is a text, so that no reader rounds it
          .withConfigOverride(
              BigDecimal.class,
              each -> each.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
          .withConfigOverride(List.class, each -> each.setSetterInfo(ABSENT_AS_EMPTY))
          .withConfigOverride(Map.class, each -> each.setSetterInfo(ABSENT_AS_EMPTY))
          .build();

  private ApiJson() {}

  static JsonNode write(Object value) {
    try { // not by valueToTree, which writes amounts as 1E+3
      return MAPPER.readTree(MAPPER.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] bytes(JsonNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns an answer as a value.
   *
   * @throws ApiException if the answer is not from a service of this version
   */
  static <T> T read(JsonNode json, Class<T> type) {
    try {
      return MAPPER.treeToValue(json, type);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new ApiException(
          "the answer is no %s: %s".formatted(type.getSimpleName(), e.getMessage()), e);
    }
  }

  /** Returns the items of a list in an answer. */
  static <T> List<T> items(JsonNode list, Class<T> type) {
    var items = new ArrayList<T>();
    list.forEach(each -> items.add(read(each, type)));
    return List.copyOf(items);
  }

  static JsonNode parse(byte[] bytes) throws IOException {
    return MAPPER.readTree(bytes);
  }
}
