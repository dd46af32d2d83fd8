package io.metasched.service.identity;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Problem;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.book.TokenRecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Ordered rules, of which the first match determines the principal. */
public record IdentityRules(List<IdentityRule> rules) {
  private static final int ID_DIGITS = 16;

  public IdentityRules {
    rules = List.copyOf(rules);
  }

  /**
   * Returns the permissions of an identity. They are not stored in the book and have no digest.
   *
   * @throws Problem if no rule matches
   */
  public TokenRecord principal(IdentityClaims claims, Instant expires) {
    var rule = rules.stream().filter(each -> each.matches(claims)).findFirst();
    if (rule.isEmpty()) {
      throw IdentityClaims.refused("no rule of the service matches " + named(claims));
    }
    var person =
        rule.get()
            .person()
            .of(claims)
            .orElseThrow(
                () ->
                    IdentityClaims.refused(
                        "claim %s cannot be a name for %s"
                            .formatted(rule.get().person().claim().orElse(""), named(claims))));
    return TokenRecordBuilder.builder()
        .id(
            "i-"
                + Sha256.of(claims.issuer().url() + "\n" + claims.subject())
                    .substring(0, ID_DIGITS))
        .sha256("")
        .principal(person)
        .role(rule.get().role())
        .accounts(rule.get().accounts())
        .nodes(rule.get().nodes())
        .expires(Optional.of(expires))
        .origin(Optional.of(claims.origin()))
        .build();
  }

  private static String named(IdentityClaims claims) {
    return "issuer %s with subject %s"
        .formatted(claims.issuer().name(), PrintableText.quoted(claims.subject()));
  }
}
