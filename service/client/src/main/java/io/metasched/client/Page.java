package io.metasched.client;

import java.util.List;
import java.util.Optional;

/**
 * Page of a list. It may have fewer items than requested, or none, and still have a next page.
 *
 * @param items items
 * @param next cursor of the next page; empty after the last page
 * @param <T> type of the items
 */
public record Page<T>(List<T> items, Optional<String> next) {}
