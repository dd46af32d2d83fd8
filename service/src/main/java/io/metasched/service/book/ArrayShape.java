package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Elements of an array.
 *
 * @param most highest number of elements that have a window or run at the same time; empty for no
 *     limit
 */
public record ArrayShape(
    ArrayIndices indices, @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> most) {}
