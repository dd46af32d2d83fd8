package io.metasched.service.agent.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.run.RunSpec;

/** JSON format of a run's spec in its folder. */
final class SpecText {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private SpecText() {}

  static String write(RunSpec spec) {
    try {
      return JSON.writeValueAsString(spec);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a spec can always be written", e);
    }
  }

  /**
   * Reads a spec.
   *
   * @throws IllegalArgumentException if the text is not a spec
   */
  static RunSpec read(String text) {
    try {
      return JSON.readValue(text, RunSpec.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage());
    }
  }
}
