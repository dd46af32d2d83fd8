package io.metasched.service.http;

import akka.event.LoggingAdapter;
import akka.http.ParsingErrorHandler;
import akka.http.javadsl.model.HttpResponse;
import akka.http.scaladsl.model.ErrorInfo;
import akka.http.scaladsl.model.StatusCode;
import akka.http.scaladsl.settings.ServerSettings;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;

/** Handler of input that cannot be parsed as a request; the server creates it by class name. */
public final class UnparsedRequests extends ParsingErrorHandler {

  /** Creates the handler; called by the server. */
  public UnparsedRequests() {}

  @Override
  public HttpResponse handle(
      StatusCode status, ErrorInfo info, LoggingAdapter log, ServerSettings settings) {
    var type = status.intValue() == 413 ? ProblemType.TOO_LARGE : ProblemType.INVALID_REQUEST;
    return HttpReplies.problem(new Problem(type, info.summary()), "", "");
  }
}
