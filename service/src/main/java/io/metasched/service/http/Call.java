package io.metasched.service.http;

import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.ApiTime;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.api.Requests;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.IdempotencyKeys;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Request with its principal, path parameters and body.
 *
 * @param request request as parsed by the server
 * @param id id of the request
 * @param who token of the caller; empty if the route is open to all
 * @param path values of the path's placeholders, in order
 * @param body body of the request; empty if there is none
 */
record Call(
    HttpRequest request,
    String id,
    Optional<TokenRecord> who,
    List<String> path,
    Optional<JsonNode> body) {

  /** Returns the SHA-256 of the request body; equal for equal bodies. */
  String bodyDigest() {
    return body.map(JsonBodies::digest).orElseGet(() -> Sha256.of(""));
  }

  TokenRecord principal() {
    return who.orElseThrow(() -> new Problem(ProblemType.UNAUTHENTICATED, "this needs a token"));
  }

  Optional<String> query(String name) {
    return request.getUri().query().get(name);
  }

  Optional<String> header(String name) {
    return request.getHeader(name).map(header -> header.value());
  }

  /** Returns the number of the last event that the client has received. */
  Optional<Long> lastEventId() {
    return header("Last-Event-ID").filter(id -> id.matches("\\d{1,18}")).map(Long::parseLong);
  }

  /** Returns the call without its principal, equal for all readers with the same permissions. */
  Call alike() {
    return new Call(request, id, who.map(TokenRecord::sight), path, body);
  }

  long whole(String name, long usual, long least, long most) {
    var given = query(name);
    if (given.isEmpty()) {
      return usual;
    }
    try {
      long number = Long.parseLong(given.get());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) { // thrown below
    }
    throw Problem.invalid(
        "the parameter " + name,
        "a whole number from %d to %d".formatted(least, most),
        given.get());
  }

  /** Returns the highest number of items in an answer. */
  int limit() {
    return Requests.parameter("the parameter limit", query("limit"), "limit").intValue();
  }

  /** Returns a time parameter; empty if it is missing. */
  Optional<Instant> time(String name) {
    return query(name)
        .map(
            text ->
                ApiTime.parse(text)
                    .orElseThrow(
                        () -> Problem.invalid("the parameter " + name, ApiTime.ALLOWED, text)));
  }

  JsonNode requiredBody() {
    return body.orElseThrow(
        () -> new Problem(ProblemType.INVALID_REQUEST, "a body in JSON is missing"));
  }

  /** Returns the body as a record, whose name is the name of its schema. */
  <T> T body(Class<T> type) {
    return Requests.read(requiredBody(), type);
  }

  /** Throws if there is a body that is not empty. */
  void requireNoBody() {
    if (body.filter(json -> !json.isObject() || !json.isEmpty()).isPresent()) {
      throw Problem.invalid("the body", "empty or {}", "another body");
    }
  }

  /** Returns the key of an idempotent request, combined with its path. */
  Optional<String> idempotencyKey() {
    var key = header("Idempotency-Key");
    key.ifPresent(text -> Requests.parameter("Idempotency-Key", key, "key"));
    return key.map(text -> IdempotencyKeys.of(request.getUri().path(), text));
  }

  boolean isAdmin() {
    return principal().role() == Role.ADMIN;
  }

  void requireAdmin() {
    if (!isAdmin()) {
      throw new Problem(ProblemType.FORBIDDEN, "only an administrator may do this");
    }
  }

  /** Throws unless the principal is an administrator or owns the node. */
  void requireOwnerOf(String node) {
    boolean owns = principal().role() == Role.OWNER && principal().nodes().contains(node);
    if (!owns && !isAdmin()) {
      throw new Problem(ProblemType.FORBIDDEN, "node %s is not yours".formatted(node));
    }
  }

  /** Returns the version that the resource must have; empty if the request requires no version. */
  Optional<Long> ifMatch() {
    return header("If-Match")
        .map(
            text -> {
              if (!text.matches("\"\\d{1,18}\"")) {
                throw Problem.invalid("If-Match", "an ETag of the same path", text);
              }
              return Long.parseLong(text.substring(1, text.length() - 1));
            });
  }

  /** Returns whether the principal may see everything that belongs to an account. */
  boolean maySee(String account) {
    return principal().maySee(account);
  }

  /**
   * Returns whether the principal may see a job, or a part of the job as the owner of one of its
   * nodes.
   */
  boolean maySeeSome(JobRecord job) {
    return maySee(job.spec().account()) || !principal().owned(job.nodes()).isEmpty();
  }

  /**
   * Returns whether the principal may see a claim, or a part of the claim; maintenance is visible
   * to all.
   */
  boolean maySeeSome(ClaimRecord claim) {
    return claim.kind() == ClaimRecord.Kind.MAINTENANCE
        || maySee(claim.account())
        || !principal().owned(claim.nodes()).isEmpty();
  }

  /** Throws unless the principal may manage the persons and the money of an account. */
  void requireCoordinatorOf(String account) {
    if (!principal().mayCoordinate(account)) {
      throw new Problem(
          ProblemType.FORBIDDEN,
          "only an administrator or a coordinator of account %s may do this".formatted(account));
    }
  }

  /** Throws unless the principal may spend an account's money and change its jobs. */
  void requireUseOf(String account) {
    if (!principal().mayUse(account)) {
      throw new Problem(ProblemType.FORBIDDEN, "you may not use the account %s".formatted(account));
    }
  }
}
