package io.metasched.service.book;

import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tree of tokens, in which a token derives from the token or session that created it. */
final class DerivedTokens {
  private DerivedTokens() {}

  /** Returns the tokens without a token and all tokens derived from it. */
  static SortedTree<String, TokenRecord> revoked(
      SortedTree<String, TokenRecord> tokens, String id) {
    var gone = new TreeSet<String>();
    gone.add(id);
    int before;
    do {
      before = gone.size();
      for (var each : tokens.entries()) {
        if (each.value().parent().filter(gone::contains).isPresent()) {
          gone.add(each.value().id());
        }
      }
    } while (gone.size() > before);
    var left = tokens;
    for (var each : tokens.entries()) {
      left = gone.contains(each.value().id()) ? left.without(each.key()) : left;
    }
    return left;
  }

  /**
   * Returns the tokens without the given tokens. The tokens derived from a removed token then
   * derive from its parent.
   */
  static SortedTree<String, TokenRecord> without(
      SortedTree<String, TokenRecord> tokens, Set<String> ids) {
    var parents = new TreeMap<String, Optional<String>>();
    for (var each : tokens.entries()) {
      if (ids.contains(each.value().id())) {
        parents.put(each.value().id(), each.value().parent());
      }
    }
    var left = tokens;
    for (var each : tokens.entries()) {
      var token = each.value();
      if (parents.containsKey(token.id())) {
        left = left.without(each.key());
      } else if (token.parent().filter(parents::containsKey).isPresent()) {
        var parent = token.parent();
        while (parent.isPresent() && parents.containsKey(parent.get())) {
          parent = parents.getOrDefault(parent.get(), Optional.empty());
        }
        left = left.with(each.key(), token.withParent(parent));
      }
    }
    return left;
  }
}
