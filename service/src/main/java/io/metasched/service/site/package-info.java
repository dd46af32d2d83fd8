/** Sites with their own resource manager: the node time that they use themselves. */
@NullMarked
package io.metasched.service.site;

import org.jspecify.annotations.NullMarked;
