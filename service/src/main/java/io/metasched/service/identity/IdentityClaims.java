package io.metasched.service.identity;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.IdentityOrigin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Claims of a verified token, as rules refer to them.
 *
 * @param issuer issuer of the token
 * @param subject id of the person at the issuer
 * @param groups groups of the WLCG profile or of Keycloak
 * @param realmRoles realm roles of Keycloak
 * @param entitlements entitlements, such as those of AARC-G069
 * @param scopes scopes
 * @param texts other claims, by name
 */
public record IdentityClaims(
    Issuer issuer,
    String subject,
    List<String> groups,
    List<String> realmRoles,
    List<String> entitlements,
    List<String> scopes,
    Map<String, ?> texts) {
  /** Highest number of values of a claim. */
  public static final int MOST_VALUES = 500;

  /** Highest number of characters of a value. */
  public static final int MOST_CHARACTERS = 512;

  private static final String SUBJECT = "[\\x20-\\x7e]{1,255}";

  /**
   * Creates the claims of a verified token.
   *
   * @param claims members of the token
   * @throws Problem if a claim has another form or exceeds its bounds
   */
  public static IdentityClaims of(Issuer issuer, Map<String, Object> claims) {
    if (!(claims.get("sub") instanceof String subject) || !subject.matches(SUBJECT)) {
      throw refused("sub: allowed are 1 to 255 printable characters of ASCII");
    }
    var version = claims.get("wlcg.ver");
    if (version != null && !(version instanceof String text && text.startsWith("1."))) {
      throw refused("wlcg.ver: allowed is 1.x, given was another");
    }
    var realm = claims.get("realm_access");
    var roles = realm instanceof Map<?, ?> members ? members.get("roles") : null;
    return new IdentityClaims(
        issuer,
        subject,
        values("groups", claims.get("wlcg.groups"), claims.get("groups")),
        values("realm_access.roles", roles),
        values("entitlements", claims.get("eduperson_entitlement"), claims.get("entitlements")),
        values("scope", claims.get("scope")).stream()
            .flatMap(text -> Arrays.stream(text.split(" ", -1)))
            .toList(),
        claims);
  }

  /** Returns the claim with this name if it is a text within the bounds. */
  public Optional<String> text(String name) {
    return texts.get(name) instanceof String text && text.length() <= MOST_CHARACTERS
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns the identity without its permissions. */
  public IdentityOrigin origin() {
    return new IdentityOrigin(issuer.url(), subject);
  }

  /** Creates the problem of a token that is refused. */
  static Problem refused(String detail) {
    return new Problem(ProblemType.UNAUTHENTICATED, "the token is refused: " + detail);
  }

  private static List<String> values(String name, @Nullable Object... claims) {
    var values = new ArrayList<String>();
    for (var claim : claims) {
      if (claim instanceof Collection<?> many) {
        many.forEach(each -> values.add(value(name, each)));
      } else if (claim != null) {
        values.add(value(name, claim));
      }
    }
    if (values.size() > MOST_VALUES) {
      throw refused(
          "%s: allowed are %d values, given were %d".formatted(name, MOST_VALUES, values.size()));
    }
    return List.copyOf(values);
  }

  private static String value(String name, Object claim) {
    int most = name.equals("scope") ? MOST_CHARACTERS * 8 : MOST_CHARACTERS;
    if (claim instanceof String text && text.length() <= most) {
      return text;
    }
    throw refused(
        "%s: allowed are texts of up to %d characters, given was %s"
            .formatted(name, most, PrintableText.quoted(String.valueOf(claim))));
  }
}
