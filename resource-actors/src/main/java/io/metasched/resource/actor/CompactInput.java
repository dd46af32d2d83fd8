package io.metasched.resource.actor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;

/** Sequence of values that is read with one token of lookahead; any other content is an error. */
public final class CompactInput {
  private final JsonParser parser;
  private final DeserializationContext context;
  private final JsonDeserializer<?> reader;
  private boolean isAhead; // the current token is not used yet

  CompactInput(JsonParser parser, DeserializationContext context, JsonDeserializer<?> reader) {
    this.parser = parser;
    this.context = context;
    this.reader = reader;
  }

  /** Returns whether the next token is of the given kind; does not use it. */
  public boolean hasNext(JsonToken token) throws IOException {
    if (!isAhead) {
      parser.nextToken();
      isAhead = true;
    }
    return parser.hasToken(token);
  }

  /** Reads a token of the given kind. */
  public void next(JsonToken token) throws IOException {
    hasNext(token);
    isAhead = false;
    require(token);
  }

  public long nextLong() throws IOException {
    next(JsonToken.VALUE_NUMBER_INT);
    return parser.getLongValue();
  }

  public int nextInt() throws IOException {
    next(JsonToken.VALUE_NUMBER_INT);
    return parser.getIntValue();
  }

  public String nextText() throws IOException {
    next(JsonToken.VALUE_STRING);
    return parser.getText();
  }

  /** Reads a truth value. */
  boolean nextBoolean() throws IOException {
    parser.nextToken();
    return parser.getBooleanValue();
  }

  /** Requires that the current token is of the given kind. */
  void require(JsonToken token) throws IOException {
    if (!parser.hasToken(token)) {
      context.reportWrongTokenException(reader, token, "a value is missing or of another kind");
    }
  }
}
