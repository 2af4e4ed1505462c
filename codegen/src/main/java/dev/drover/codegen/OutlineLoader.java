package dev.drover.codegen;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/// Loads the classes of a compilation before it has written any: of types in source files their
/// outlines, of libraries the classes that the compiler reads. `dev.drover.api` is thus the one
/// that the program is compiled against, whichever version the processor has.
final class OutlineLoader extends ClassLoader {
  private final ProcessingEnvironment environment;
  private final Elements elements;
  private final ClassOutline outlines;
  private final Set<String> unwanted = new HashSet<>(); // codecs, which may be of another build

  OutlineLoader(ProcessingEnvironment environment) {
    super(ClassLoader.getPlatformClassLoader());
    this.environment = environment;
    this.elements = environment.getElementUtils();
    this.outlines = new ClassOutline(new ClassTypes(elements, environment.getTypeUtils()));
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (unwanted.contains(name)) {
      throw new ClassNotFoundException(name);
    }
    TypeElement type = elements.getTypeElement(name.replace('$', '.'));
    JavaFileObject file = type == null ? null : elements.getFileObjectOf(type);
    if (type != null && isSource(file)) {
      unwanted.add(CodecSource.nameFor(name));
      return define(name, outlines.of(type));
    }
    try (InputStream in =
        file == null ? library(name, name.replace('.', '/') + ".class") : file.openInputStream()) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return define(name, in.readAllBytes());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private Class<?> define(String name, byte[] file) {
    return defineClass(name, file, 0, file.length);
  }

  private static boolean isSource(@Nullable JavaFileObject file) {
    return file != null && file.getKind() == JavaFileObject.Kind.SOURCE;
  }

  /// The descriptions of records: those of source files are not written yet, perhaps.
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    String record = Descriptions.recordOf(name);
    if (record == null) {
      return null;
    }
    TypeElement type = elements.getTypeElement(record.replace('$', '.'));
    if (type != null && isSource(elements.getFileObjectOf(type))) {
      String text = Descriptions.text(type, environment);
      return text.isEmpty()
          ? null
          : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
    try {
      return library(record, name);
    } catch (IOException e) {
      return null;
    }
  }

  /// A file of the folder or jar from which the compiler reads a class; null if there is none. No
  /// API of the compiler names it, nor the classes that have no name in the source.
  ///
  /// @param of the class, or one inside of another
  private @Nullable InputStream library(String of, String path) throws IOException {
    int nested = of.indexOf('$');
    String outermost = nested < 0 ? of : of.substring(0, nested);
    TypeElement type = elements.getTypeElement(outermost);
    JavaFileObject file = type == null ? null : elements.getFileObjectOf(type);
    if (file == null || file.getKind() != JavaFileObject.Kind.CLASS) {
      return null;
    }
    String place = file.toUri().toString();
    String suffix = outermost.replace('.', '/') + ".class";
    if (!place.endsWith(suffix)) {
      return null;
    }
    String whole = place.substring(0, place.length() - suffix.length()) + path;
    try {
      URLConnection connection = URI.create(whole).toURL().openConnection();
      connection.setUseCaches(false); // the jar is not kept open in a compiler that goes on
      return connection.getInputStream();
    } catch (IOException e) {
      return null; // there is no such file
    }
  }
}
